/** `npm run backup` and `npm run restore`, as processes beside the service. */
import { execFile, spawn } from "node:child_process";
import { once } from "node:events";
import {
  copyFileSync,
  existsSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { gunzipSync } from "node:zlib";
import { expect, test } from "vitest";
import * as z from "zod";
import { projectRoot } from "../scripts/start/root";
import { Sqlite, writeMeta } from "convex-on-sqlite/testing";
import { startService, type Service } from "./support/service";
import { until } from "./support/until";

const run = promisify(execFile);

type Script = "backup" | "restore";

function processOf(service: Service, script: Script, ...files: string[]) {
  const env = {
    PATH: process.env.PATH,
    HOME: process.env.HOME,
    ENV_FILE: join(service.dataDir, "..", "none.env"),
    DATA_DIR: service.dataDir,
  };
  const args = [join(projectRoot, "scripts/run.mjs"), `scripts/${script}.ts`, ...files];
  return { args, options: { env, cwd: projectRoot } };
}

function command(service: Service, script: Script, ...files: string[]) {
  const { args, options } = processOf(service, script, ...files);
  return run(process.execPath, args, options);
}

/** The exit code and the errors of a command. */
async function failure(service: Service, script: Script, ...files: string[]): Promise<string> {
  const { code, stderr } = await command(service, script, ...files).then(
    () => ({ code: 0, stderr: "" }),
    (thrown: unknown) => z.looseObject({ code: z.number(), stderr: z.string() }).parse(thrown),
  );
  return `${code} ${stderr}`;
}

/** Why a start is refused. */
const refusal = (service: Service) => service.restart().then(() => "none", String);

const page = z.looseObject({
  memories: z.array(z.looseObject({ content: z.string() })),
  hasMore: z.boolean(),
});

/** The texts of all memories, oldest first. */
async function contents(service: Service): Promise<string[]> {
  const found: string[] = [];
  for (let hasMore = true; hasMore;) {
    const next = (await service.get(`/memories?limit=100&offset=${found.length}`)).as(page);
    found.push(...next.memories.map(({ content }) => content));
    ({ hasMore } = next);
  }
  return found.toReversed();
}

test(
  "a backup of a running service is restored whole, and nothing else is",
  { timeout: 120_000 },
  async () => {
    const service = await startService();
    const store = (content: string) =>
      service.post("/memories/store", { type: "semantic", content }, { token: service.tokens.write });
    await store("before");
    const folder = join(service.dataDir, "..");
    const file = join(folder, "agent.backup");

    // Writes go on meanwhile: the copy holds a prefix of them, each whole.
    let writing = true;
    const written: string[] = [];
    const writer = (async () => {
      for (let i = 0; writing; i++) {
        written.push(`during ${i}`);
        await store(`during ${i}`);
      }
    })();
    await command(service, "backup", file);
    writing = false;
    await writer;
    expect(statSync(file).mode & 0o777).toBe(0o600);
    expect(readdirSync(folder).filter((name) => name.startsWith("agent.backup"))).toEqual(["agent.backup"]);

    expect(await failure(service, "backup", file)).toMatch(/^1 The backup failed: .* exists already/);
    expect(await failure(service, "backup")).toMatch(
      /^2 one file must be named\nusage: npm run backup -- FILE/,
    );
    expect(await failure(service, "restore", file)).toMatch(
      /^1 Nothing was restored: .* is in use by process \d+/,
    );
    expect(await contents(service)).toEqual(["before", ...written]);

    await service.stop();
    const database = join(service.dataDir, "convex.sqlite3");
    const unchanged = readFileSync(database);
    const damaged = join(folder, "damaged");
    writeFileSync(damaged, readFileSync(file));
    truncateSync(damaged, statSync(file).size - 8_192);
    const text = join(folder, "text");
    writeFileSync(text, "no database");
    expect(await failure(service, "restore", damaged)).toMatch(
      /^1 Nothing was restored: The file is damaged/,
    );
    expect(await failure(service, "restore", text)).toMatch(
      /^1 Nothing was restored: The file is no SQLite database/,
    );
    expect(await failure(service, "restore", join(folder, "none"))).toMatch(
      /^1 Nothing was restored: There is no file/,
    );
    expect(readFileSync(database).equals(unchanged)).toBe(true);
    expect(existsSync(`${database}.restored`)).toBe(false);

    const { stdout } = await command(service, "restore", file);
    const replaced = /moved to (.+)\.\n/.exec(stdout)?.[1] ?? "";
    expect(readFileSync(join(replaced, "convex.sqlite3")).equals(unchanged)).toBe(true);
    await service.restart();
    const restored = await contents(service);
    expect(restored).toEqual(["before", ...written].slice(0, restored.length));
    expect(restored.length).toBeGreaterThan(0);
    await store("after");
    expect((await contents(service)).at(-1)).toBe("after");
  },
);

test("after a kill, a start is refused where data are missing", { timeout: 120_000 }, async () => {
  const service = await startService();
  const store = (content: string) =>
    service.post("/memories/store", { type: "semantic", content }, { token: service.tokens.write });
  const folder = join(service.dataDir, "..");
  const database = join(service.dataDir, "convex.sqlite3");
  const file = join(folder, "agent.backup");
  await store("in the backup");
  await command(service, "backup", file);
  await store("in the log alone");

  // The log alone is gone, then the database, too.
  await service.kill();
  renameSync(`${database}-wal`, join(folder, "log"));
  rmSync(`${database}-shm`);
  expect(await refusal(service)).toContain("convex.sqlite3-wal is missing");
  renameSync(database, join(folder, "database"));
  expect(await refusal(service)).toContain("convex.sqlite3 is missing");
  // Put back, nothing is lost.
  renameSync(join(folder, "database"), database);
  renameSync(join(folder, "log"), `${database}-wal`);
  await service.restart();
  expect(await contents(service)).toEqual(["in the backup", "in the log alone"]);

  // A restore that is killed while its copy is examined.
  await service.kill();
  const { args, options } = processOf(service, "restore", file);
  const restoring = spawn(process.execPath, args, { ...options, stdio: "ignore" });
  await until("the copy", () => existsSync(`${database}.restored`));
  restoring.kill("SIGKILL");
  await once(restoring, "exit");
  expect(await refusal(service)).toContain("A restore was interrupted");
  await command(service, "restore", file);
  await service.restart();
  expect(await contents(service)).toEqual(["in the backup"]);

  // A backup that was copied over the files of a crash.
  await service.kill();
  for (const end of ["-wal", "-shm"]) rmSync(database + end);
  copyFileSync(file, database);
  await service.restart();
  expect(await contents(service)).toEqual(["in the backup"]);
});

test("a restore takes what a start takes, of any version", { timeout: 120_000 }, async () => {
  const service = await startService();
  await service.stop();
  const folder = join(service.dataDir, "..");
  const database = join(service.dataDir, "convex.sqlite3");
  const before = readFileSync(database);
  const file = join(folder, "earlier");
  writeFileSync(file, gunzipSync(readFileSync(join(projectRoot, "test/fixtures/2026-11-26.sqlite3.gz"))));

  const refused = async (change: (db: Sqlite) => void): Promise<string> => {
    const other = join(folder, "other");
    copyFileSync(file, other);
    const db = Sqlite.open(other);
    change(db);
    db.close();
    return await failure(service, "restore", other);
  };
  expect(await refused((db) => writeMeta(db, { data_format: "999", version: "7.8.9" }))).toMatch(
    /^1 Nothing was restored: .*Start version 7\.8\.9/,
  );
  // Its rows don't match the schema, and no migration makes them.
  const smash = `UPDATE documents SET json = replace(json, '"seeds":', '"seats":')`;
  expect(await refused((db) => db.exec(smash))).toMatch(/^1 Nothing was restored: .*table "thoughts"/);
  expect(readFileSync(database).equals(before)).toBe(true);
  expect(readdirSync(service.dataDir).filter((name) => /restor|before/.test(name))).toEqual([]);

  await command(service, "restore", file);
  await service.restart();
  expect(service.output()).not.toContain("upgrading");
  expect(await contents(service)).toContain("The library opens at 11.");
});
