import { execFile } from "node:child_process";
import { resolve } from "node:path";
import { promisify } from "node:util";
import { expect, it } from "vitest";

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
      "acted",
    ],
  });
  const errors = entries.map(({ level, function: name, error }) => [level, name, String(error).slice(0, 40)]);
  expect(errors.sort()).toEqual([
    ["error", "app:hangs", "Error: late"],
    ["error", "app:reads", "Error: Invalid argument `id` for `db.get"],
    ["error", "app:stillRuns", "Error: unhandled"],
    ["error", "app:throwsInTimer", "Error: boom"],
    ["error", "app:writesLate", 'Error: Convex syscall "1.0/insert" came '],
  ]);
});
