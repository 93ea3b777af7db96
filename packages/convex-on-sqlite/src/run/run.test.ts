/** The runner always runs the current sources, however often it reuses a bundle. */
import { execFile, type ExecFileException } from "node:child_process";
import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  truncateSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import * as nodeModule from "node:module";
import { basename, join } from "node:path";
import { pathToFileURL } from "node:url";
import { promisify } from "node:util";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { projectRoot } from "../../../../scripts/start/root";

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

test("passes arguments to a script and returns its exit code", async () => {
  writeFileSync(entry, "console.log(process.argv.slice(2).join()); process.exitCode = 3;");
  expect(await run("a", "b")).toMatchObject({ code: 3, stdout: "a,b\n" });
  expect(await run("c")).toMatchObject({ code: 3, stdout: "c\n" });
});

test("explains what to do if packages are not installed", async () => {
  cpSync(join(projectRoot, "scripts/run.mjs"), join(folder, "scripts/run.mjs"));
  const started = promisify(execFile)(process.execPath, [
    join(folder, "scripts/run.mjs"),
    "scripts/start.ts",
  ]);
  await expect(started).rejects.toMatchObject({
    code: 1,
    stderr: `the packages of ${realpathSync(folder)} are not installed: run "npm ci" there first\n`,
  });
});

test("reuses a bundle", async () => {
  writeFileSync(entry, "console.log(import.meta.url)");
  const first = await run();
  expect((await run()).stdout).toBe(first.stdout);
  // The bundle, its compiled code, its source map and the manifest.
  expect(bundlesOfTest()).toHaveLength(4);
});

test("rebuilds after an edit", async () => {
  writeFileSync(entry, `import { word } from "./word"; console.log(word);`);
  writeFileSync(join(folder, "word.ts"), `export const word: string = "old";`);
  expect((await run()).stdout).toBe("old\n");
  writeFileSync(join(folder, "word.ts"), `export const word: string = "new";`);
  expect((await run()).stdout).toBe("new\n");
});

test("rebuilds after a new file changes how an import resolves", async () => {
  writeFileSync(entry, `import { word } from "./word"; console.log(word);`);
  mkdirSync(join(folder, "word"));
  writeFileSync(join(folder, "word", "index.ts"), `export const word = "folder";`);
  expect((await run()).stdout).toBe("folder\n");
  writeFileSync(join(folder, "word.ts"), `export const word = "file";`);
  expect((await run()).stdout).toBe("file\n");
});

test("rebuilds after an edit in a bundled package, and after a change of its entry point", async () => {
  const croner = join(folder, "node_modules", "croner");
  mkdirSync(croner, { recursive: true });
  writeFileSync(join(croner, "package.json"), `{ "main": "one.js" }`);
  writeFileSync(join(croner, "one.js"), `module.exports = { word: require("node:path").basename("/old") };`);
  writeFileSync(join(croner, "two.js"), `module.exports = { word: "two" };`);
  writeFileSync(entry, `import croner from "croner"; console.log(croner.word);`);
  expect((await run()).stdout).toBe("old\n");
  writeFileSync(join(croner, "one.js"), `module.exports = { word: "new" };`);
  expect((await run()).stdout).toBe("new\n");
  writeFileSync(join(croner, "package.json"), `{ "main": "two.js" }`);
  expect((await run()).stdout).toBe("two\n");
});

test("keeps other packages external", async () => {
  writeFileSync(entry, `import { version } from "esbuild"; console.log(typeof version);`);
  expect((await run()).stdout).toBe("string\n");
  const [bundle = ""] = bundlesOfTest().filter((file) => file.endsWith(".cjs"));
  expect(readFileSync(join(bundles, bundle), "utf8")).toMatch(/require\("esbuild"\)/);
});

test("runs a program that awaits at its top level as a module", async () => {
  writeFileSync(entry, `console.log(await Promise.resolve("later"), new Error("here").stack);`);
  for (let runs = 0; runs < 2; runs += 1) expect((await run()).stdout).toMatch(/^later .*main\.ts:1:/s);
  expect(bundlesOfTest().filter((file) => /\.[cm]js$/.test(file))).toEqual([expect.stringMatching(/\.mjs$/)]);
});

test.each([".cjs", ".cjs.map"])("rebuilds if a bundle's %s is truncated or missing", async (extension) => {
  writeFileSync(entry, `interface Nothing {}\n\nconsole.log("whole", new Error("here").stack);`);
  const [file = ""] = (await run(), bundlesOfTest().filter((name) => name.endsWith(extension)));
  truncateSync(join(bundles, file), 5);
  expect((await run()).stdout).toMatch(/^whole .*main\.ts:3:/s);
  rmSync(join(bundles, file));
  expect((await run()).stdout).toMatch(/^whole .*main\.ts:3:/s);
});

test("supports concurrent first runs", async () => {
  writeFileSync(entry, `console.log("here")`);
  const both = await Promise.all([run(), run()]);
  expect(both.map(({ stdout }) => stdout)).toEqual(["here\n", "here\n"]);
});

describe("stacks", () => {
  test("of an uncaught error contain the source line", async () => {
    writeFileSync(entry, `interface Nothing {}\n\nexport const x: Nothing = {};\nthrow new Error("here");`);
    expect((await run()).stderr).toContain("main.ts:4:7");
  });

  test("of errors in later turns and in threads contain the source line", async () => {
    writeFileSync(
      entry,
      `import { Worker } from "node:worker_threads";\nimport { sep } from "node:path";\n` +
        `interface Nothing {}\n\nasync function late() {\n  await null;\n  throw new Error("here" + sep);\n}\n` +
        `new Worker(process.argv[2], { argv: [process.argv[3]] }).on("error", (error) => {\n` +
        `  console.log(error.stack);\n  late().catch((mine) => console.log(mine.stack));\n});`,
    );
    const thread = join(folder, "thread.ts");
    writeFileSync(thread, `type Nothing = {};\n\nthrow new Error("there");`);
    const { stdout } = await run(join(projectRoot, "scripts/run.mjs"), thread);
    expect(stdout).toMatch(/^Error: there\n {4}at <anonymous> \(\S*thread\.ts:3:7\)\n/);
    expect(stdout).toMatch(/^Error: here\/\n {4}at late \(\S*main\.ts:7:9\)$/m);
  });

  test("are available for errors with an invalid name", async () => {
    writeFileSync(
      entry,
      'const e = new Error("x"); e.name = Symbol("q"); console.log(e.stack.split("\\n")[0]);',
    );
    expect(await run()).toMatchObject({ code: 0, stdout: "Error\n" });
  });

  test("have the same heading as Node's", async () => {
    // Node's errors with a code, V8's, a class with a name, and one that imitates Node's.
    writeFileSync(
      entry,
      `class Named extends Error { name = "Named"; }\n` +
        `class Coded extends Error { code = "ERR_MINE"; toString() { return "mine"; } }\n` +
        `const throwers = [() => Buffer.from(5), () => new URL("x"), () => JSON.parse("{"), () => structuredClone(Symbol("no")),\n` +
        `  () => { throw new Named("two\\nlines"); }, () => { throw new Coded("c"); }, () => { throw new Error(""); }];\n` +
        `for (const thrower of throwers) {\n` +
        `  try { thrower(); } catch (error) { console.log(error.stack.split("\\n    at ")[0]); }\n}`,
    );
    const { stdout } = await promisify(execFile)(process.execPath, [
      "--input-type=module",
      "-e",
      readFileSync(entry, "utf8"),
    ]);
    expect(stdout).toContain("[ERR_INVALID_ARG_TYPE]");
    expect((await run()).stdout).toBe(stdout);
  });
});

// Node 22.1 and later have a compile cache.
describe.skipIf(!("enableCompileCache" in nodeModule))("the compile cache", () => {
  const KEEP = pathToFileURL(join(projectRoot, "packages/convex-on-sqlite/src/run/compileCache.mjs")).href;
  const load = async (cache: string): Promise<string> => {
    const script = `import { enableCompileCache } from ${JSON.stringify(KEEP)}; enableCompileCache(${JSON.stringify(cache)}); console.log((await import(${JSON.stringify(pathToFileURL(entry).href)})).word);`;
    return (await promisify(execFile)(process.execPath, ["--input-type=module", "-e", script])).stdout;
  };
  const files = (cache: string): string[] => readdirSync(cache, { recursive: true }).map(String);

  test("is created, never returns outdated code, and is cleared when it grows too large", async () => {
    const cache = join(folder, "compiled");
    entry = join(folder, "main.mjs");
    writeFileSync(entry, `export const word = "old";`);
    expect(await load(cache)).toBe("old\n");
    expect(files(cache).length).toBeGreaterThan(1);
    writeFileSync(entry, `export const word = "new";`);
    expect(await load(cache)).toBe("new\n");
    for (let n = 0; n < 200; n++) writeFileSync(join(cache, `old-${n}`), "");
    expect(await load(cache)).toBe("new\n");
    expect(files(cache).filter((file) => file.startsWith("old-"))).toEqual([]);
  });

  test("is disabled if its folder can't be created", async () => {
    entry = join(folder, "main.mjs");
    writeFileSync(entry, `export const word = "here";`);
    writeFileSync(join(folder, "file"), "");
    expect(await load(join(folder, "file", "compiled"))).toBe("here\n");
  });
});
