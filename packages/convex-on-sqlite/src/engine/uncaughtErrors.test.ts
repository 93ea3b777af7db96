import { execFile, type ExecFileException } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { promisify } from "node:util";
import { afterAll, expect, it } from "vitest";

const root = resolve(import.meta.dirname, "../../../..");

it("an unhandled rejection of a function fails its call, even one that never returns, or is logged under its name, and the process continues", async () => {
  const command = ["scripts/run.mjs", "packages/convex-on-sqlite/test/children/unhandledRejections.ts"];
  const { stdout } = await promisify(execFile)(process.execPath, command, { cwd: root });
  const lines = stdout.trim().split("\n");
  const entries = lines.map((line) => JSON.parse(line) as Record<string, unknown>);
  expect(entries.pop()).toEqual({
    answers: [
      "read",
      "wrote",
      expect.stringContaining("Uncaught Error: unhandled"),
      expect.stringContaining("Uncaught Error: late"),
      expect.stringContaining("Uncaught Error: small"),
      expect.stringContaining("Uncaught Error: heard"),
      "acted",
    ],
  });
  const errors = entries.map(({ level, function: name, error }) => [level, name, String(error).slice(0, 40)]);
  expect(errors.sort()).toEqual([
    ["error", "app:hangs", "Error: late"],
    ["error", "app:reads", "Error: Invalid argument `id` for `db.get"],
    ["error", "app:stillRuns", "Error: unhandled"],
    ["error", "app:throwsInListener", "Error: heard"],
    ["error", "app:throwsInMicrotask", "Error: small"],
    ["error", "app:throwsInTimer", "Error: boom"],
    ["error", "app:writesLate", 'Error: Convex syscall "1.0/insert" came '],
  ]);
});

const folder = mkdtempSync(join(tmpdir(), "host-uncaught-"));
afterAll(() => rmSync(folder, { recursive: true }));

/** Runs a script that handles uncaught errors, with the process's logger. */
function runWithHandler(body: string): Promise<{ code: number; stdout: string }> {
  const script = join(folder, "script.ts");
  writeFileSync(
    script,
    `import { processLogger } from ${JSON.stringify(join(root, "packages/convex-on-sqlite/src/log"))};
     import { handleUncaughtErrors } from ${JSON.stringify(join(root, "packages/convex-on-sqlite/src/engine/uncaughtErrors"))};
     handleUncaughtErrors(processLogger("info"));
     ${body}`,
  );
  return new Promise((done) => {
    const command = [join(root, "scripts/run.mjs"), script];
    execFile(process.execPath, command, (error: ExecFileException | null, stdout) => {
      done({ code: error === null ? 0 : Number(error.code), stdout });
    });
  });
}

it.each([
  ["an exception in a callback", `setImmediate(() => { throw new Error("boom"); });`],
  ["an unhandled rejection", `void Promise.reject(new Error("boom"));`],
])("%s of the host is logged and ends the process with 1", async (_, fault) => {
  const { code, stdout } = await runWithHandler(`${fault} setInterval(() => undefined, 1000);`);
  expect(code).toBe(1);
  expect(JSON.parse(stdout)).toMatchObject({
    level: "error",
    message: "uncaught error",
    error: "Error: boom",
  });
});

it("a program with handlers of its own decides about its errors", async () => {
  const { code, stdout } = await runWithHandler(
    `process.on("unhandledRejection", () => process.exit(7)); void Promise.reject(new Error("boom"));`,
  );
  expect([code, stdout]).toEqual([7, ""]);
});
