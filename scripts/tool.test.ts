import { execFile, spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, expect, test } from "vitest";
import { projectRoot } from "./start/root";

let folder: string;
let script: string;

/** A tool that prints its options and a folder that it created, and then waits. */
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "anima-tool-test-"));
  script = join(folder, "tool.ts");
  writeFileSync(
    script,
    `import { mkdtempSync } from "node:fs";
     import { tmpdir } from "node:os";
     import { join } from "node:path";
     import { toolOptions, wholeOption } from ${JSON.stringify(join(projectRoot, "scripts/tool"))};
     const values = toolOptions("tool [--rounds N]", { rounds: { type: "string", default: "3" } });
     const rounds = wholeOption("tool [--rounds N]", "rounds", values.rounds);
     console.log(mkdtempSync(join(tmpdir(), "of-a-tool-")));
     if (rounds === 3) setInterval(() => undefined, 1_000);`,
  );
});

afterAll(() => rmSync(folder, { recursive: true }));

const command = (...options: string[]): string[] => [
  join(projectRoot, "scripts/run.mjs"),
  script,
  ...options,
];
const run = promisify(execFile);

test.each([
  [["--bogus", "3"], "Unknown option '--bogus'"],
  [["--rounds"], "Option '--rounds <value>' argument missing"],
  [["stray"], "Unexpected argument 'stray'"],
  [["--rounds", "0"], "--rounds must be a whole number of at least 1"],
  [["--rounds", "1e3"], "--rounds must be a whole number of at least 1"],
])("a tool exits with 2 for %j, and prints the reason and its usage", async (options, why) => {
  await expect(run(process.execPath, command(...options))).rejects.toMatchObject({
    code: 2,
    stdout: "",
    stderr: expect.stringMatching(
      new RegExp(`^${why.replace(/[[\]<>]/g, "\\$&")}.*\nusage: tool \\[--rounds N\\]\n$`),
    ),
  });
});

test("a tool removes its temporary files, also after Ctrl-C", async () => {
  const { stdout } = await run(process.execPath, command("--rounds", "1"));
  expect(stdout).toContain("of-a-tool-");
  expect(existsSync(stdout.trim())).toBe(false);
  const tool = spawn(process.execPath, command(), { stdio: ["ignore", "pipe", "inherit"] });
  const [told] = (await once(tool.stdout, "data")) as [Buffer];
  const made = String(told).trim();
  expect(existsSync(made)).toBe(true);
  const ended = once(tool, "exit");
  tool.kill("SIGINT");
  expect(await ended).toEqual([130, null]);
  expect(existsSync(made)).toBe(false);
});
