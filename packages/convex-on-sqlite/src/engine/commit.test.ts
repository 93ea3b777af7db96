import {
  actionGeneric as action,
  internalQueryGeneric as internalQuery,
  makeFunctionReference,
  mutationGeneric as mutation,
  queryGeneric as query,
} from "convex/server";
import { ConvexError, v } from "convex/values";
import { join } from "node:path";
import { setImmediate as nextTurn } from "node:timers/promises";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { Sqlite, StoreError } from "../store/sqlite";
import { queryOnce } from "../../test/queryOnce";
import type { CallOptions } from "../types";
import { DATABASE_FILE } from "./engine";
import { hostGlobals } from "./guards";
import type { Transaction } from "./transaction";
import {
  openTestEngine,
  temporaryFolder,
  TEST_META,
  testApp,
  valueOf,
  type TestEngine,
} from "../../test/testApp";

/** Work that a handler leaves running until it is released. */
const leftover: { release(): void; work: Promise<unknown> } = {
  release: () => undefined,
  work: Promise.resolve(),
};

/** The console as bundled functions see it. */
const { console: functionConsole } = hostGlobals;

const log = {
  add: mutation({ args: { text: v.string() }, handler: (ctx, args) => ctx.db.insert("log", args) }),
  all: query({
    args: {},
    handler: async (ctx) => (await ctx.db.query("log").collect()).map(({ text }) => text),
  }),
  hidden: internalQuery({ args: {}, handler: () => 1 }),
  addAloud: mutation({
    args: { text: v.string() },
    handler: (ctx, args) => {
      functionConsole.log("added");
      return ctx.db.insert("log", args);
    },
  }),
  addToOthers: mutation({
    args: { text: v.string() },
    handler: async (ctx, args) => {
      if ((await ctx.db.query("log").first()) === null) return "alone";
      return ctx.db.insert("log", args);
    },
  }),
  addAndFail: mutation({
    args: { text: v.string() },
    handler: async (ctx, args) => {
      await ctx.db.insert("log", args);
      throw new ConvexError("no");
    },
  }),
  hang: mutation({
    args: {},
    handler: async (ctx) => {
      await ctx.db.insert("log", { text: "hanging" });
      await new Promise(() => undefined);
    },
  }),
  leavesWork: mutation({
    args: {},
    handler: (ctx) => {
      const released = new Promise<void>((resolve) => (leftover.release = resolve));
      leftover.work = released.then(() => ctx.db.insert("log", { text: "late" }));
      return Promise.resolve();
    },
  }),
  returnsWrong: query({ args: {}, returns: v.string(), handler: () => 1 as unknown as string }),
  snapshotTs: mutation({
    args: {},
    handler: async (ctx) => {
      await ctx.db.insert("log", { text: "ts" });
      return ctx.meta.getSnapshotTs();
    },
  }),
  readThenAdd: action({
    args: {},
    handler: async (ctx) => {
      await ctx.runMutation(makeFunctionReference<"mutation">("log:add"), { text: "from action" });
      return await ctx.runQuery(makeFunctionReference<"query">("log:all"), {});
    },
  }),
  addFromAction: action({
    args: {},
    handler: async (ctx) => {
      functionConsole.log("before");
      await ctx.runMutation(makeFunctionReference<"mutation">("log:addAloud"), { text: "from action" });
    },
  }),
  signs: mutation({ args: {}, handler: (ctx) => ctx.storage.generateUploadUrl() }),
};

const app = testApp({ "": { modules: { log }, tables: ["log"] } });
const call: CallOptions = { visibility: "public", meta: TEST_META };
const at = (name: string) => ({ componentPath: "", name: `log:${name}` });

let folder: ReturnType<typeof temporaryFolder>;
let host: TestEngine;
beforeEach(async () => {
  folder = temporaryFolder();
  host = await openTestEngine(app, folder.path);
});
afterEach(async () => {
  vi.restoreAllMocks();
  await host.close();
  folder.remove();
});
const all = () => host.query("log:all");
const add = (text: string) => host.engine.mutation(at("add"), { text }, call);

describe("commits", () => {
  it("answer mutations sent together in order, with increasing timestamps", async () => {
    const outcomes = await Promise.all(Array.from({ length: 200 }, (_, i) => add(String(i))));
    const stamps = outcomes.map(({ ts }) => ts);
    expect(stamps).toEqual([...new Set(stamps)].sort((a, b) => (a < b ? -1 : 1)));
    expect(await all()).toEqual(Array.from({ length: 200 }, (_, i) => String(i)));
  });

  it("exclude failed mutations of a group, including the first and the last", async () => {
    // A group ends with its time slice; a fixed clock keeps the slice from ending on a busy machine.
    vi.spyOn(performance, "now").mockReturnValue(performance.now());
    const fail = (text: string) => host.engine.mutation(at("addAndFail"), { text }, call);
    await Promise.all([fail("1"), add("a"), fail("2"), add("b"), fail("3")]);
    expect(await all()).toEqual(["a", "b"]);
  });

  it("are shared by mutations that each take longer than a turn of the event loop", async () => {
    const db = await host.engine.read((database) => database);
    const statements = vi.spyOn(db, "exec");
    // Each look at the clock takes a millisecond.
    let nowMs = performance.now();
    vi.spyOn(performance, "now").mockImplementation(() => (nowMs += 1));
    await Promise.all(Array.from({ length: 20 }, (_, i) => add(String(i))));
    const commits = statements.mock.calls.filter(([sql]) => sql === "COMMIT").length;
    expect(commits).toBeGreaterThan(1);
    expect(commits).toBeLessThanOrEqual(10);
    expect(await all()).toHaveLength(20);
  });

  it("exclude a mutation whose run throws, which rejects", async () => {
    vi.spyOn(performance, "now").mockReturnValue(performance.now());
    const unbindable = { ...call, dedupe: { sessionId: "session", requestId: NaN } };
    const kept = [add("a")];
    const throwing = host.engine.mutation(at("add"), { text: "thrown" }, unbindable);
    kept.push(add("b"));
    await expect(throwing).rejects.toThrow("can't bind NaN");
    expect((await Promise.all(kept)).every(({ ok }) => ok)).toBe(true);
    expect(await all()).toEqual(["a", "b"]);
  });

  it("are announced once durable, one announcement per mutation that wrote", async () => {
    const seen: { ts: bigint; durable: boolean; ids: number }[] = [];
    const other = Sqlite.open(join(folder.path, DATABASE_FILE), { readOnly: true });
    host.engine.onCommit(({ ts, writes }) => {
      // Another connection sees the announced writes, and perhaps more of the same group.
      const count = Number(other.row("SELECT count(*) FROM documents")?.[0]);
      seen.push({ ts, durable: count > seen.length, ids: writes.ids.size });
    });
    const [first, , second] = await Promise.all([
      add("a"),
      host.engine.mutation(at("addAndFail"), { text: "b" }, call),
      add("c"),
    ]);
    expect(seen.map(({ ts }) => ts)).toEqual([first.ts, second.ts]);
    expect(seen.every(({ durable }) => durable)).toBe(true);
    other.close();
  });

  it("of queued mutations are made before the host stops", async () => {
    const queued = Array.from({ length: 100 }, (_, i) => add(String(i)));
    await host.close();
    expect((await Promise.all(queued)).every(({ ok }) => ok)).toBe(true);
    host = await openTestEngine(app, folder.path);
    expect(await all()).toHaveLength(100);
  });

  it("keep timestamps increasing across a restart", async () => {
    const { ts } = await add("before");
    await host.close();
    host = await openTestEngine(app, folder.path);
    expect(host.engine.lastTs()).toBe(ts);
    expect((await add("after")).ts).toBeGreaterThan(ts);
    expect(await all()).toEqual(["before", "after"]);
  });

  it("fail their whole group, leave nothing behind, and don't affect later ones", async () => {
    const { ts } = await add("before");
    await host.engine.system((transaction) => {
      transaction.db.exec("CREATE TABLE parents (id INTEGER PRIMARY KEY)");
      transaction.db.exec("CREATE TABLE children (p REFERENCES parents DEFERRABLE INITIALLY DEFERRED)");
    });
    // The pragma can't change within a transaction, and reads share one.
    await host.engine.read((db) => db.exec("COMMIT; PRAGMA foreign_keys = 1; BEGIN"));
    // A group ends with its time slice; a fixed clock keeps the slice from ending on a busy machine.
    vi.spyOn(performance, "now").mockReturnValue(performance.now());
    // A deferred constraint fails only at the commit, like a full disk.
    const breaking = host.engine.system((transaction) =>
      transaction.db.run("INSERT INTO children VALUES (1)"),
    );
    const mutation = add("with it");
    await expect(breaking).rejects.toThrow("FOREIGN KEY constraint failed");
    expect(await mutation).toMatchObject({ ok: false, error: { internal: true } });
    expect(await all()).toEqual(["before"]);
    expect(host.engine.lastTs()).toBe(ts);
    expect(await host.engine.system(({ snapshotTs }) => snapshotTs)).toBe(ts);
    expect(await add("after")).toMatchObject({ ok: true });
    expect(await all()).toEqual(["before", "after"]);
  });
});

describe("the host's own writes", () => {
  it("are rolled back if they throw, and reject with the error", async () => {
    const failing = host.engine.system((transaction) => {
      transaction.insert("", "log", { text: "undone" });
      throw new Error("no");
    });
    await expect(failing).rejects.toThrow("no");
    expect(await all()).toEqual([]);
  });
});

describe("a listener", () => {
  it("is notified of commits and changed jobs until it is removed", async () => {
    const notified: string[] = [];
    const stops = [
      host.engine.onCommit(() => notified.push("commit")),
      host.engine.onJobsChanged(() => notified.push("jobs")),
    ];
    const change = () =>
      host.engine.system((transaction) => {
        transaction.insert("", "log", { text: "notified" });
        transaction.jobsChanged = true;
      });
    await change();
    for (const stop of stops) stop();
    await change();
    expect(notified).toEqual(["commit", "jobs"]);
  });

  it("may fail without affecting anything else", async () => {
    const notified: string[] = [];
    host.engine.onCommit(() => {
      throw new Error("deaf");
    });
    host.engine.onCommit(() => notified.push("commit"));
    expect(await add("a")).toMatchObject({ ok: true });
    expect(notified).toEqual(["commit"]);
    expect(host.errors).toEqual(["a commit listener failed"]);
  });
});

describe("a transaction that can't be started", () => {
  it("fails its mutation and does not block later ones", async () => {
    const db = await host.engine.read((database) => database);
    const exec = db.exec.bind(db);
    vi.spyOn(db, "exec").mockImplementation((sql) => {
      if (sql === "BEGIN IMMEDIATE") throw new StoreError("The disk is gone.", "SQLITE_IOERR");
      exec(sql);
    });
    expect(await add("a")).toMatchObject({ ok: false, error: { internal: true } });
    vi.restoreAllMocks();
    expect(await add("b")).toMatchObject({ ok: true });
    expect(await all()).toEqual(["b"]);
  });
});

describe("a write after which SQLite rolls back everything", () => {
  beforeEach(async () => {
    await host.engine.system(({ db }) => {
      const boom = "BEFORE INSERT ON documents WHEN NEW.json LIKE '%boom%'";
      db.exec(`CREATE TRIGGER boom ${boom} BEGIN SELECT RAISE(ROLLBACK, 'boom'); END`);
    });
    // A group ends with its time slice; a fixed clock keeps the slice from ending on a busy machine.
    vi.spyOn(performance, "now").mockReturnValue(performance.now());
  });

  it("fails with the earlier writes of its group, but not the later ones", async () => {
    const boom = (transaction: Transaction) => transaction.insert("", "log", { text: "boom" });
    const outcomes = [add("a"), add("boom"), add("b")];
    const system = expect(host.engine.system(boom)).rejects.toThrow("boom");
    outcomes.push(add("c"));
    const ended = await Promise.all(outcomes);
    expect(ended.map(({ ok }) => ok)).toEqual([false, false, false, true]);
    for (const outcome of ended.slice(0, 3)) expect(outcome).toMatchObject({ error: { internal: true } });
    await system;
    expect(await all()).toEqual(["c"]);
  });
});

describe("a read transaction", () => {
  /** Makes statements that start with `prefix` fail, as on a damaged file, until the mocks are restored. */
  async function failing(...statements: readonly string[]): Promise<void> {
    const db = await host.engine.read((database) => database);
    await nextTurn();
    const exec = db.exec.bind(db);
    vi.spyOn(db, "exec").mockImplementation((sql) => {
      if (statements.includes(sql)) throw new StoreError("The file is damaged.", "SQLITE_CORRUPT");
      exec(sql);
    });
  }

  it("that can't be ended is logged once and does not serve stale data", async () => {
    await failing("ROLLBACK");
    expect(await all()).toEqual([]);
    await nextTurn();
    vi.restoreAllMocks();
    const other = Sqlite.open(join(folder.path, DATABASE_FILE));
    other.run("UPDATE meta SET value = 'changed' WHERE key = 'format'");
    other.close();
    expect(await host.engine.read((db) => db.row("SELECT value FROM meta WHERE key = 'format'"))).toEqual([
      "changed",
    ]);
    expect(await add("a")).toMatchObject({ ok: true });
    expect(await all()).toEqual(["a"]);
    expect(host.errors).toEqual(["a read transaction could not be ended"]);
  });

  it("that can't be started fails its reads, but not later ones", async () => {
    await failing("BEGIN");
    await expect(Promise.all([all(), all()])).rejects.toThrow("The file is damaged.");
    vi.restoreAllMocks();
    expect(await all()).toEqual([]);
  });
});

describe("a full disk", () => {
  it("fails writes, keeps committed data, and recovers", async () => {
    await add("before");
    await host.engine.read((db) => db.exec("PRAGMA max_page_count = 1"));
    const outcome = await add("x".repeat(500_000));
    expect(outcome).toMatchObject({ ok: false, error: { internal: true } });
    expect(outcome).toHaveProperty("error.message", expect.stringContaining("SQLITE_FULL"));
    await host.engine.read((db) => db.exec("PRAGMA max_page_count = 1000000"));
    await add("after");
    expect(await all()).toEqual(["before", "after"]);
  });
});

describe("a repeated request of a session", () => {
  const dedupe = { sessionId: "session", requestId: 1 };

  it("returns the stored answer without running, even after other commits and a restart", async () => {
    const once = () => host.engine.mutation(at("addAloud"), { text: "once" }, { ...call, dedupe });
    const first = await once();
    expect(first.logLines).toHaveLength(1);
    await add("between");
    expect(await once()).toEqual(first);
    await host.close();
    // The clock may be set in between.
    const { now } = Date;
    vi.spyOn(Date, "now").mockImplementation(() => now() + 30 * 24 * 3_600_000);
    host = await openTestEngine(app, folder.path);
    await add("later");
    expect(await once()).toEqual(first);
    expect(await all()).toEqual(["once", "between", "later"]);
  });

  it("does not run if the first run had nothing to write", async () => {
    const twice = () => host.engine.mutation(at("addToOthers"), { text: "late" }, { ...call, dedupe });
    const first = await twice();
    expect(valueOf(first)).toBe("alone");
    await add("between");
    expect(await twice()).toEqual(first);
    expect(await all()).toEqual(["between"]);
  });

  it("runs again if the first run was rolled back", async () => {
    await host.engine.mutation(at("addAndFail"), { text: "no" }, { ...call, dedupe });
    expect(await host.engine.mutation(at("add"), { text: "yes" }, { ...call, dedupe })).toMatchObject({
      ok: true,
    });
  });
});

describe("a handler", () => {
  it("that never settles times out, is rolled back, and does not block later ones", async () => {
    await host.close();
    host = await openTestEngine(app, folder.path, { transactionTimeoutMs: 30 });
    const hanging = host.mutation("log:hang");
    const next = add("next");
    await expect(hanging).rejects.toThrow("Function execution timed out (maximum duration: 0.03s)");
    expect(await next).toMatchObject({ ok: true });
    expect(await all()).toEqual(["next"]);
  });

  it("can't write after its end", async () => {
    await host.mutation("log:leavesWork");
    leftover.release();
    await expect(leftover.work).rejects.toThrow(
      'Convex syscall "1.0/insert" came after the end of log:leavesWork',
    );
    expect(await all()).toEqual([]);
  });

  it("sees the timestamp of the last commit, not its own", async () => {
    await add("before");
    const bytes = Buffer.alloc(8);
    bytes.writeBigInt64LE(host.engine.lastTs());
    expect(await host.mutation("log:snapshotTs")).toEqual({ $integer: bytes.toString("base64") });
  });

  it("of an action sees the commits of its own mutations", async () => {
    expect(await host.action("log:readThenAdd")).toEqual(["from action"]);
  });
});

describe("a call", () => {
  const query = async (name: string, args = {}) =>
    valueOf(await queryOnce(host.engine, at(name), args, call));

  it("from a client finds only public functions of the right kind", async () => {
    const missing =
      "Could not find public function for 'log:hidden'. Did you forget to run `npx convex dev`?";
    await expect(query("hidden")).rejects.toThrow(missing);
    await expect(query("nothing")).rejects.toThrow("Could not find public function for 'log:nothing'.");
    await expect(query("add", { text: "" })).rejects.toThrow(
      "Trying to execute log:add as Query, but it is defined as a Mutation.",
    );
    expect(await host.query("log:hidden")).toBe(1);
  });

  it("has its arguments and result validated", async () => {
    await expect(query("all", { extra: 1 })).rejects.toThrow(
      "[Request ID: 0123456789abcdef] Server Error\nArgumentValidationError: ",
    );
    await expect(query("returnsWrong")).rejects.toThrow("ReturnsValidationError: ");
  });

  it("returns a ConvexError's data to the client", async () => {
    const outcome = await host.engine.mutation(at("addAndFail"), { text: "x" }, call);
    expect(outcome).toMatchObject({ ok: false, error: { data: "no" } });
  });

  it("after the host has stopped is rejected without effects", async () => {
    await host.close();
    await expect(host.query("log:all")).rejects.toThrow("The host is stopping");
    expect(await add("too late")).toMatchObject({ ok: false, error: { internal: true } });
    host = await openTestEngine(app, folder.path);
    expect(await all()).toEqual([]);
  });

  it("of an unsupported operation suggests an alternative", async () => {
    await expect(host.mutation("log:signs")).rejects.toThrow(
      'This host does not support "1.0/storageGenerateUploadUrl": keep files outside of the database',
    );
  });
});
