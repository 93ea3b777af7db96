/** A full disk and a damaged file: health, metrics and answers say so, nothing is lost, and writes resume by themselves. */
import { closeSync, fstatSync, mkdtempSync, openSync, rmSync, writeSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it, onTestFinished } from "vitest";
import * as z from "zod";
import { canLimit, canMount, limitedDisk, smallDisk, type Disk } from "./support/disk";
import { report } from "../convex/api/resources/health";
import { parsedMetrics } from "./support/prometheus";
import { startService, type Service } from "./support/service";
import { until } from "./support/until";

/** SQLite's pages. */
const PAGE_BYTES = 4_096;

const failure = z.strictObject({ success: z.literal(false), error: z.string(), code: z.string() });
const listed = z.object({ total: z.number(), memories: z.array(z.object({ content: z.string() })) });

async function health(service: Service) {
  return (await service.get("/health")).as(report);
}

const metric = async (service: Service, name: string) =>
  parsedMetrics((await service.get("/metrics")).text).get(name);

function store(service: Service, content: string) {
  return service.post("/memories/store", { type: "semantic", content }, { token: service.tokens.write });
}

/** `limit`: of reads. Counting them is a write, and where files are limited a small one may succeed after a large one failed. */
const WAYS: readonly [what: string, isPossible: boolean, disk: (folder: string) => Disk, limit: string][] = [
  ["a file system without room", canMount(), (folder) => smallDisk(folder, 48), "5000"],
  ["a limit on the size of files", canLimit(), limitedDisk, "0"],
];

it.for(WAYS)(
  "a full disk answers 507 until there is room, and is told (%s)",
  async ([what, isPossible, diskIn, limit], { skip }) => {
    if (!isPossible) skip();
    const folder = mkdtempSync(join(tmpdir(), "anima-full-disk-"));
    onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
    const disk = diskIn(folder);
    const service = await startService({
      dataDir: disk.dataDir,
      wrapper: disk.wrapper,
      env: { RATE_LIMIT_READ: limit },
    });
    const accepted = ["The ferry sails at nine."];
    expect((await store(service, accepted[0] ?? "")).status).toBe(200);
    expect((await health(service)).checks.storage).toBe("ok");

    disk.fill(service);
    const refused = await until("a refusal", async () => {
      const content = `Note ${accepted.length}: ${"all is quiet ".repeat(1_000)}`;
      const answer = await store(service, content);
      if (answer.status !== 200) return answer;
      accepted.push(content);
      return null;
    });
    expect(refused.status).toBe(507);
    expect(refused.as(failure).code).toBe("STORAGE_FULL");
    const tick = await until("a tick without room", async () => {
      const answer = await service.post("/tick", undefined, { token: service.tokens.tick });
      return answer.status === 200 ? null : answer;
    });
    expect([tick.status, tick.as(failure).code]).toEqual([507, "STORAGE_FULL"]);
    const full = await health(service);
    expect(full.status).toBe("degraded");
    // A small commit may find room in the log after a large one failed.
    expect(full.checks.storage).toMatch(
      /^The database failed \(SQLITE_\w+\).*Free some space|^only \d+ KiB are free.*free some space/,
    );
    const read = await service.get("/memories?limit=1");
    expect(read.status).toBe(200);
    expect(read.as(listed).total).toBe(accepted.length);
    expect(await metric(service, 'anima_check_ok{check="storage"}')).toBe(0);
    if (what.startsWith("a file system"))
      expect(await metric(service, "host_disk_free_bytes")).toBeLessThan(1_000_000);
    else expect(await metric(service, "host_commit_failed")).toBe(1);

    disk.makeRoom(service);
    const after = "There is room again.";
    await until("a write", async () => (await store(service, after)).status === 200);
    accepted.push(after);
    const well = await health(service);
    expect(well.checks.storage).toBe("ok");
    expect(await metric(service, "host_commit_failed")).toBe(0);
    const all = (await service.get("/memories?limit=100")).as(listed);
    expect(all.memories.map(({ content }) => content).toSorted()).toEqual(accepted.toSorted());
  },
);

/** Overwrites every page of the database from the third on, but for those in the log. */
function smash(dataDir: string): void {
  const file = openSync(join(dataDir, "convex.sqlite3"), "r+");
  try {
    const pages = fstatSync(file).size / PAGE_BYTES;
    for (let page = Math.floor(pages / 2); page < pages; page++)
      writeSync(file, Buffer.alloc(PAGE_BYTES, 0x5a), 0, PAGE_BYTES, page * PAGE_BYTES);
  } finally {
    closeSync(file);
  }
}

it("a file damaged under the running service is told, with what to do", async () => {
  const service = await startService();
  for (let i = 0; i < 20; i++)
    expect((await store(service, `Note ${i}: ${"all is quiet ".repeat(1_000)}`)).status).toBe(200);
  // A stop moves the log into the file.
  await service.stop();
  await service.restart();
  expect((await health(service)).checks.storage).toBe("ok");
  smash(service.dataDir);
  const damaged = await until("the damage", async () => {
    const { status, checks } = await health(service);
    return checks.storage === "ok" ? null : { status, checks };
  });
  expect(damaged.status).toBe("degraded");
  expect(damaged.checks.storage).toMatch(/damaged|malformed/);
  expect(damaged.checks.storage).toContain("restore all of it from a backup");
  const read = await service.get("/memories?limit=100");
  expect(read.status).toBe(500);
  expect(read.as(failure).error).toContain(read.headers["x-request-id"]);
  // It lives on.
  expect((await health(service)).status).toBe("degraded");
});
