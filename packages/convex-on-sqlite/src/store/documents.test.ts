import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { temporaryFolder } from "../../test/testApp";
import { AFTER_ALL, BEFORE_ALL, insertDocument, readDocuments, readRange } from "./documents";
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

function add(n: number, size: number): number {
  const key = Buffer.from([n]);
  return insertDocument(db, { id: 1 } as Tablet, { size, json: jsonOf(n) }, [{ indexId: byN.id, key }]);
}

function jsonOf(n: number): string {
  return `{"n":${n}}`;
}

describe("documents read together", () => {
  const numbers = Array.from({ length: 100 }, (_, i) => (37 * i) % 100);

  it("are in index order, whatever the order of their inserts", () => {
    for (const n of numbers) add(n, 300);
    const ascending = [...numbers].sort((a, b) => a - b).map(jsonOf);
    const read = (order: "asc" | "desc") => readRange(db, byN, everything, order, 80).map(({ json }) => json);
    expect(read("asc")).toEqual(ascending.slice(0, 80));
    expect(read("desc")).toEqual(ascending.reverse().slice(0, 80));
  });

  it("are in the requested order", () => {
    const places = numbers.map((n) => add(n, n));
    const named = numbers.map((_, i) => (53 * i) % 100);
    expect(
      readDocuments(
        db,
        named.map((i) => places[i] ?? 0),
      ),
    ).toEqual(named.map((i) => ({ seq: places[i], size: numbers[i], json: jsonOf(numbers[i] ?? 0) })));
    expect(readDocuments(db, [])).toEqual([]);
  });

  it("are rejected if one is missing", () => {
    const place = add(1, 300);
    expect(() => readDocuments(db, [place, place + 1])).toThrow("a missing document");
  });
});
