import { join } from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import { temporaryFolder } from "../testing/testApp";
import { Sqlite } from "../store/sqlite";
import { dueJobs, enqueueJob, markInProgress, prepareJobTables, readJob } from "./store";

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

it("jobs are due in the order of their moments, and those of one moment as they came", () => {
  prepareJobTables(db);
  for (const id of ["d", "b", "c"]) add(id, 2);
  add("z", 1);
  add("later", 101);
  add("a", 2);
  expect(due()).toEqual(["z", "d", "b", "c", "a"]);
  expect(due(2)).toEqual(["z", "d"]);
});

it("those that are left out take no place of others, nor leave one too many", () => {
  prepareJobTables(db);
  for (const id of ["a", "b", "c", "d", "e"]) add(id, 2);
  expect(due(2, ["a", "b"])).toEqual(["c", "d"]);
  expect(due(2, ["a", "gone"])).toEqual(["b", "c"]);
});

it("a table of jobs from before they were kept as they came is taken over, with all that it holds", () => {
  db.exec(`
    CREATE TABLE jobs (
      id TEXT PRIMARY KEY,
      owner TEXT,
      component TEXT NOT NULL,
      name TEXT NOT NULL,
      args TEXT NOT NULL,
      due_ms REAL NOT NULL,
      state TEXT NOT NULL
    ) WITHOUT ROWID;
    CREATE INDEX jobs_by_due ON jobs (state, due_ms);
  `);
  for (const id of ["b", "a", "running"]) add(id, 2);
  markInProgress(db, "running");
  const before = readJob(db, "b");
  for (const _ of ["the first start", "the next"]) db.transaction(() => prepareJobTables(db));
  expect(readJob(db, "b")).toEqual(before);
  expect(readJob(db, "running")?.state).toBe("inProgress");
  for (const id of ["d", "c"]) add(id, 2);
  expect(due()).toEqual(["a", "b", "d", "c"]);
});
