import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { temporaryFolder } from "../engine/testApp";
import { AFTER_ALL, BEFORE_ALL, insertDocument, readableAtOnce, readRange } from "./documents";
import { prepareFormat } from "./format";
import { Sqlite } from "./sqlite";
import type { Tablet } from "./tablets";

const byN = { id: 1, name: "by_n", fields: ["n"], keyPaths: ["n"] };
const everything = { start: BEFORE_ALL, end: AFTER_ALL };

let folder: ReturnType<typeof temporaryFolder>;
let db: Sqlite;

beforeEach(() => {
  folder = temporaryFolder();
  db = Sqlite.open(join(folder.path, "test.sqlite3"));
  prepareFormat(db);
});

afterEach(() => {
  db.close();
  folder.remove();
});

function fill(count: number, size: number): void {
  for (let n = 0; n < count; n++) {
    const key = Buffer.from([n]);
    insertDocument(db, { id: 1 } as Tablet, { size, json: `{"n":${n}}` }, [{ indexId: byN.id, key }]);
  }
}

describe("how many documents are read at once", () => {
  it("is as many as are asked for where they are small", () => {
    fill(200, 300);
    expect(readableAtOnce(db, byN, everything, "asc", 256)).toBe(256);
    expect(readRange(db, byN, everything, "desc", 2).map(({ json }) => json)).toEqual([
      '{"n":199}',
      '{"n":198}',
    ]);
  });

  it("is less where they are large, for all of them go through one text", () => {
    fill(200, 1 << 20);
    expect(readableAtOnce(db, byN, everything, "asc", 256)).toBe(32);
    expect(readableAtOnce(db, byN, everything, "desc", 8)).toBe(8);
  });
});
