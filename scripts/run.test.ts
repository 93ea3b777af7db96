/** The runner: what it runs is always what the sources say now, however often it reuses a bundle. */
import { execFile, type ExecFileException } from "node:child_process";
import { mkdirSync, mkdtempSync, readdirSync, rmSync, truncateSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { projectRoot } from "./start/root";

vi.setConfig({ testTimeout: 60_000 });

const bundles = join(projectRoot, ".host", "run");
let folder: string;
let entry: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "anima-run-"));
  entry = join(folder, "main.ts");
});

afterEach(() => {
  rmSync(folder, { recursive: true });
  for (const file of bundlesOfTest()) rmSync(join(bundles, file));
});

const bundlesOfTest = (): string[] => readdirSync(bundles).filter((file) => file.includes(basename(folder)));

function run(...args: string[]): Promise<{ code: number; stdout: string; stderr: string }> {
  return new Promise((resolve) => {
    const command = [join(projectRoot, "scripts/run.mjs"), entry, ...args];
    execFile(process.execPath, command, (error: ExecFileException | null, stdout, stderr) => {
      resolve({ code: error === null ? 0 : Number(error.code), stdout, stderr });
    });
  });
}

test("a script gets its arguments and ends with its own exit code", async () => {
  writeFileSync(entry, "console.log(process.argv.slice(2).join()); process.exitCode = 3;");
  expect(await run("a", "b")).toMatchObject({ code: 3, stdout: "a,b\n" });
  expect(await run("c")).toMatchObject({ code: 3, stdout: "c\n" });
});

test("a bundle is used again", async () => {
  writeFileSync(entry, "console.log(import.meta.url)");
  const first = await run();
  expect((await run()).stdout).toBe(first.stdout);
  expect(bundlesOfTest()).toHaveLength(2);
});

test("an edit shows in the next run", async () => {
  writeFileSync(entry, `import { word } from "./word"; console.log(word);`);
  writeFileSync(join(folder, "word.ts"), `export const word: string = "old";`);
  expect((await run()).stdout).toBe("old\n");
  writeFileSync(join(folder, "word.ts"), `export const word: string = "new";`);
  expect((await run()).stdout).toBe("new\n");
});

test("a new file that takes an import over shows in the next run", async () => {
  writeFileSync(entry, `import { word } from "./word"; console.log(word);`);
  mkdirSync(join(folder, "word"));
  writeFileSync(join(folder, "word", "index.ts"), `export const word = "folder";`);
  expect((await run()).stdout).toBe("folder\n");
  writeFileSync(join(folder, "word.ts"), `export const word = "file";`);
  expect((await run()).stdout).toBe("file\n");
});

test("a bundle cut short is made again", async () => {
  writeFileSync(entry, `console.log("whole")`);
  await run();
  const bundle = bundlesOfTest().find((file) => file.endsWith(".mjs")) ?? "";
  truncateSync(join(bundles, bundle), 5);
  expect((await run()).stdout).toBe("whole\n");
});

test("two first runs at once both succeed", async () => {
  writeFileSync(entry, `console.log("here")`);
  const both = await Promise.all([run(), run()]);
  expect(both.map(({ stdout }) => stdout)).toEqual(["here\n", "here\n"]);
});

test("an error names the line of the source", async () => {
  writeFileSync(entry, `interface Nothing {}\n\nexport const x: Nothing = {};\nthrow new Error("here");`);
  expect((await run()).stderr).toContain("main.ts:4:7");
});
