/** Full and read-only disks: errors give advice, and no data are lost or half-written. */
import { existsSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import * as z from "zod";
import { type CheckResult, Sqlite, checkDatabase, loadApp, schemasOf } from "convex-on-sqlite/testing";
import { DATABASE_FILE, type Host, startHost } from "convex-on-sqlite";
import { createLogger } from "convex-on-sqlite/process";
import { send, type Answer } from "../../../../test/support/request";
import { until } from "../../../../test/support/until";
import {
  canLimit,
  canMount,
  inNamespace,
  limitedDisk,
  limitFiles,
  smallDisk,
  type Disk,
} from "../../../../test/support/disk";
import { appOptions } from "./appOptions";
import { prepareHostProcess, type HostProcess } from "./hostProcess";

let folder: string;
let hosts: HostProcess[];
let inProcess: Host[];

function prepareHost(dataDir: string, wrapper: readonly string[] = []): HostProcess {
  const host = prepareHostProcess({ dataDir, wrapper });
  hosts.push(host);
  return host;
}

function enter(): void {
  folder = mkdtempSync(join(tmpdir(), "crash-test-disk-"));
  hosts = [];
  inProcess = [];
}

/** A host in the test's own process, for tests that do nothing to the process. */
async function startHere(dataDir: string): Promise<Host> {
  const log = createLogger({ level: "error", json: true, write: () => undefined });
  const host = await startHost({
    ...appOptions("first"),
    dataDir,
    hostname: "127.0.0.1",
    port: 0,
    log,
  });
  inProcess.push(host);
  return host;
}

async function leave(): Promise<void> {
  for (const host of hosts) host.kill();
  for (const host of inProcess) await host.stop(0);
  await Promise.all(hosts.map(({ ended }) => ended));
  rmSync(folder, { recursive: true, force: true });
}

const success = z.object({ status: z.literal("success"), value: z.json() });
const failure = z.object({ status: z.literal("error"), errorMessage: z.string() });
type Value = z.infer<typeof success>["value"];

function call(url: string, kind: "mutation" | "query", path: string, args: object): Promise<Answer> {
  return send("POST", `${url}/api/${kind}`, { path, args, format: "convex_encoded_json" });
}

const write = (url: string, key: string, bytes = 0): Promise<Answer> =>
  call(url, "mutation", "items:write", { key, partition: "north", padding: "x".repeat(bytes) });

const valueOf = (answer: Answer): Value => answer.as(success).value;

/** Checks a folder's data against the first schema. */
async function checked(dataDir: string): Promise<CheckResult> {
  const db = Sqlite.open(join(dataDir, DATABASE_FILE), { readOnly: true });
  try {
    return checkDatabase(db, schemasOf(await loadApp(appOptions("first"))));
  } finally {
    db.close();
  }
}

function keysOf({ documents }: CheckResult, table: string): unknown[] {
  return documents
    .filter(({ tablet }) => tablet.componentPath === "" && tablet.name === table)
    .map(({ document }) => document.key);
}

const WAYS: readonly [what: string, isPossible: boolean, disk: (folder: string) => Disk][] = [
  ["a limit on the size of files", canLimit(), limitedDisk],
  ["a file system without room", canMount(), smallDisk],
];

describe.each(WAYS)("a full disk (%s)", (_what, isPossible, diskIn) => {
  /** Accepted keys. */
  const accepted: string[] = [];
  const refused: Answer[] = [];
  let readWhileFull: Value;
  let left: CheckResult;

  beforeAll(async () => {
    if (!isPossible) return;
    enter();
    const disk = diskIn(folder);
    const host = prepareHost(disk.dataDir, disk.wrapper);
    const url = await host.start("first");
    const attempt = async (key: string, bytes?: number): Promise<void> => {
      const answer = await write(url, key, bytes);
      if (success.safeParse(answer.json).success) accepted.push(key);
      else refused.push(answer);
    };
    for (let i = 0; i < 3; i++) await attempt(`before ${i}`);
    disk.fill(host);
    for (let i = 0; refused.length < 3; i++) await attempt(`full ${i}`, 40_000);
    await Promise.all(Array.from({ length: 50 }, (_, i) => attempt(`batch ${i}`, 40_000)));
    readWhileFull = valueOf(await call(url, "query", "items:partition", { partition: "north" }));
    disk.makeRoom(host);
    // Due while the disk is full again.
    valueOf(await call(url, "mutation", "orders:place", { key: "order", kind: "mutation", delayMs: 1_000 }));
    disk.fill(host);
    for (const before = refused.length; refused.length === before;) await attempt("again", 40_000);
    const isDelivered = async (): Promise<boolean> => {
      const { open } = valueOf(await call(url, "query", "orders:progress", {})) as { open: number };
      return open === 0;
    };
    // Its commit fails, or the one that starts it; on a slow machine it may have run before the disk was full.
    await until("the job's first try", async () => {
      const said = host.errors();
      const failed = said.includes('"orders:deliver"') || said.includes("the jobs could not be read");
      return failed || (await isDelivered());
    });
    disk.makeRoom(host);
    await attempt("after");
    await until("the end of the job", isDelivered);
    await disk.killAndCopy(host, join(folder, "left"));
    left = await checked(join(folder, "left"));
  }, 120_000);
  afterAll(async () => {
    if (isPossible) await leave();
  });

  it.skipIf(!isPossible)("rejects writes with advice", () => {
    expect(refused.length).toBeGreaterThan(3);
    for (const answer of refused)
      expect(answer.as(failure).errorMessage).toMatch(/^\[Request ID: .*\] Server Error\n.*Free some space/);
  });

  it.skipIf(!isPossible)("can still be read", () => {
    const count = accepted.filter((key) => !["again", "after"].includes(key)).length;
    expect(readWhileFull).toEqual({ now: count, ever: count });
  });

  it.skipIf(!isPossible)("accepts writes again once there is room, and has exactly the accepted ones", () => {
    expect(accepted).toContain("after");
    expect(keysOf(left, "items").toSorted()).toEqual(accepted.toSorted());
  });

  it.skipIf(!isPossible)("runs a job that was due meanwhile exactly once when there is room", () => {
    expect(keysOf(left, "deliveries")).toEqual(["order"]);
  });

  it.skipIf(!isPossible)("leaves an intact database", () => {
    expect(left.findings).toEqual([]);
  });
});

describe("a disk that is full when the host stops or starts", () => {
  beforeEach(enter);
  afterEach(leave);

  it.skipIf(!canLimit())("does not prevent a stop, with all data in the write-ahead log", async () => {
    const dataDir = join(folder, "data");
    const host = prepareHost(dataDir);
    valueOf(await write(await host.start("first"), "kept", 100_000));
    limitFiles(host, 4_096);
    expect(await host.stop()).toBe(0);
    expect(host.errors()).toContain("could not be merged into the database");
    expect(existsSync(join(dataDir, "host.lock"))).toBe(false);
    const left = await checked(dataDir);
    expect(left.findings).toEqual([]);
    expect(keysOf(left, "items")).toEqual(["kept"]);
  });

  it.skipIf(!canLimit())("rejects the start with advice, and does not affect the next start", async () => {
    const dataDir = join(folder, "data");
    const first = prepareHost(dataDir);
    valueOf(await write(await first.start("first"), "kept"));
    first.kill();
    await first.ended;
    const refused = async (dir: string, bytes: number): Promise<void> => {
      const host = prepareHost(dir);
      limitFiles(host, bytes);
      await expect(host.start("first")).rejects.toThrow(/StoreError: The data.*Free some space/);
    };
    const newDir = join(folder, "new");
    await refused(newDir, 0);
    // Room for part of the lock; room for the lock only.
    for (const bytes of [40, 200]) {
      await refused(dataDir, bytes);
      await refused(newDir, bytes);
    }
    await startHere(newDir);
    const { url } = await startHere(dataDir);
    expect(valueOf(await call(url, "query", "items:partition", { partition: "north" }))).toEqual({
      now: 1,
      ever: 1,
    });
  });
});

describe("a data directory that can't be written", () => {
  beforeEach(enter);
  afterEach(leave);

  it("is rejected if part of its path is a file", async () => {
    writeFileSync(join(folder, "file"), "");
    for (const dataDir of [join(folder, "file"), join(folder, "file", "data")])
      await expect(startHere(dataDir)).rejects.toMatchObject({
        name: "StoreError",
        message: expect.stringMatching(
          /^The data directory .* can't be written \(E\w+\)\. .*another DATA_DIR/,
        ),
      });
  });

  it.skipIf(!existsSync("/proc/self"))("is rejected if it can't be created", async () => {
    await expect(startHere("/proc/data")).rejects.toMatchObject({
      name: "StoreError",
      message: expect.stringMatching(/^The data directory \/proc\/data can't be written \(E\w+\)\. \w+/),
    });
  });

  it.skipIf(!canMount())("is rejected on a read-only disk", async () => {
    const host = prepareHost(folder, inNamespace('mount -t tmpfs -o ro tmpfs "$0"', folder));
    await expect(host.start("first")).rejects.toThrow(/can't be written \(EROFS\)\. Check that .* read-only/);
  });

  it.skipIf(!canMount())("is rejected without data loss if its database is read-only", async () => {
    const dataDir = join(folder, "data");
    const first = await startHere(dataDir);
    valueOf(await write(first.url, "kept"));
    await first.stop(5_000);
    const readOnly = inNamespace(
      'mount --bind "$0" "$0" && mount -o remount,ro,bind "$0"',
      join(dataDir, DATABASE_FILE),
    );
    const second = prepareHost(dataDir, readOnly);
    await expect(second.start("first")).rejects.toThrow(/SQLITE_READONLY.*Check that .* read-only/);
    const left = await checked(dataDir);
    expect(left.findings).toEqual([]);
    expect(keysOf(left, "items")).toEqual(["kept"]);
  });
});
