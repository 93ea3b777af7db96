import { execFile, type ExecFileException } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { projectRoot } from "../../../../scripts/start/root";

const folder = mkdtempSync(join(tmpdir(), "anima-shutdown-"));
afterAll(() => rmSync(folder, { recursive: true }));

/** Runs a script that uses the process's logger and exits on uncaught errors. */
function runWithFaultHandler(body: string): Promise<{ code: number; stdout: string }> {
  const script = join(folder, "script.ts");
  writeFileSync(
    script,
    `import { processLogger } from ${JSON.stringify(join(projectRoot, "packages/convex-on-sqlite/src/log"))};
     import { exitOnUncaughtErrors } from ${JSON.stringify(join(projectRoot, "packages/convex-on-sqlite/src/process/shutdown"))};
     exitOnUncaughtErrors(processLogger("info"));
     ${body}`,
  );
  return new Promise((resolve) => {
    const command = [join(projectRoot, "scripts/run.mjs"), script];
    execFile(process.execPath, command, (error: ExecFileException | null, stdout) => {
      resolve({ code: error === null ? 0 : Number(error.code), stdout });
    });
  });
}

test.each([
  ["an exception in a callback", `setImmediate(() => { throw new Error("boom"); });`],
  ["an unhandled rejection", `void Promise.reject(new Error("boom"));`],
])("%s is logged and ends the process with 1", async (_, fault) => {
  const { code, stdout } = await runWithFaultHandler(`${fault} setInterval(() => undefined, 1000);`);
  expect(code).toBe(1);
  expect(JSON.parse(stdout)).toMatchObject({
    level: "error",
    message: "uncaught error",
    error: "Error: boom",
  });
});
