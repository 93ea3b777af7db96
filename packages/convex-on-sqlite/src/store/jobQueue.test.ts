import { join } from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import { temporaryFolder } from "../../test/testApp";
import { Sqlite } from "./sqlite";
import { dueJobs, enqueueJob, prepareJobTables } from "./jobQueue";

let folder: ReturnType<typeof temporaryFolder>;
let db: Sqlite;

beforeEach(() => {
  folder = temporaryFolder();
  db = Sqlite.open(join(folder.path, "test.sqlite3"));
});

afterEach(() => {
  db.close();
  folder.remove();
});

function add(id: string, dueMs: number): void {
  enqueueJob(db, { id, ownerPath: "", address: { componentPath: "", name: "app:run" }, args: {}, dueMs });
}

const due = (limit = 10, except: string[] = []): string[] =>
  dueJobs(db, "pending", 100, limit, new Set(except)).map(({ id }) => id);

it("jobs are sorted by due time, then by insertion", () => {
  prepareJobTables(db);
  for (const id of ["d", "b", "c"]) add(id, 2);
  add("z", 1);
  add("later", 101);
  add("a", 2);
  expect(due()).toEqual(["z", "d", "b", "c", "a"]);
  expect(due(2)).toEqual(["z", "d"]);
});

it("excluded jobs don't affect the limit", () => {
  prepareJobTables(db);
  for (const id of ["a", "b", "c", "d", "e"]) add(id, 2);
  expect(due(2, ["a", "b"])).toEqual(["c", "d"]);
  expect(due(2, ["a", "gone"])).toEqual(["b", "c"]);
});
