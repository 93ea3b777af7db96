/** `npm run verify` as a process: on the database of a stopped service, and beside a running one. */
import { execFile } from "node:child_process";
import { join } from "node:path";
import { expect, test } from "vitest";
import { DATABASE_FILE } from "convex-on-sqlite";
import { Sqlite } from "convex-on-sqlite/testing";
import { projectRoot } from "../scripts/start/root";
import { startService, type Service } from "./support/service";

/** The exit code and the output of the command. */
function verify(
  service: Service,
  ...options: string[]
): Promise<{ code: unknown; stdout: string; stderr: string }> {
  const env = {
    PATH: process.env.PATH,
    HOME: process.env.HOME,
    ENV_FILE: join(service.dataDir, "..", "none.env"),
    DATA_DIR: service.dataDir,
    PORT: new URL(service.url).port,
    TICK_TOKEN: service.tokens.tick,
  };
  const args = [join(projectRoot, "scripts/run.mjs"), "scripts/verify.ts", ...options];
  return new Promise((resolve) => {
    execFile(process.execPath, args, { env, cwd: projectRoot }, (error, stdout, stderr) =>
      resolve({ code: error?.code ?? 0, stdout, stderr }),
    );
  });
}

/** Changes the totals in the file itself. */
function damage(dataDir: string): void {
  const db = Sqlite.open(join(dataDir, DATABASE_FILE));
  try {
    const [tablet] = db.row("SELECT id FROM tablets WHERE name = 'totals' AND component = ''") ?? [];
    const set = `json_set(json, '$.counts.unique', 41)`;
    const where = `tablet = ? AND json_extract(json, '$.name') = 'memories'`;
    db.run(`UPDATE documents SET json = ${set} WHERE ${where}`, [tablet ?? null]);
  } finally {
    db.close();
  }
}

test("names what differs, repairs it, and asks a service that runs", { timeout: 120_000 }, async () => {
  const service = await startService();
  const memory = { type: "semantic", content: "The ferry leaves at nine." };
  await service.post("/memories/store", memory, { token: service.tokens.write });
  expect(await verify(service)).toMatchObject({
    code: 0,
    stdout: expect.stringMatching(/^\d+ rows .*: no differences\.\n$/),
  });

  await service.stop();
  damage(service.dataDir);
  const wrong = "the total memories.unique is 41, but its rows add up to 1\n";
  expect(await verify(service)).toMatchObject({ code: 1, stdout: expect.stringContaining(wrong) });
  // The outcome is kept for GET /health.
  await service.restart();
  expect(JSON.stringify((await service.get("/health")).json)).toContain("memories.unique is 41");
  expect(await verify(service)).toMatchObject({ code: 1, stdout: expect.stringContaining(wrong) });
  expect(await verify(service, "--repair")).toMatchObject({
    code: 0,
    stdout: expect.stringContaining("1 differences were repaired."),
  });
  expect((await service.get("/health")).json).toMatchObject({ checks: { storage: "ok" } });
  expect((await verify(service, "--all")).code).toBe(2);
});
