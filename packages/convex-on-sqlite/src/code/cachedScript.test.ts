/** Scripts keep their compiled code, and never run anything else than their source. */
import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { execFile } from "node:child_process";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { promisify } from "node:util";
import { afterEach, beforeEach, expect, it } from "vitest";
import { projectRoot } from "../../../../scripts/start/root";
import { SCRIPT_FORMAT } from "./cachedScript.mjs";

let folder: string;
let file: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "anima-script-"));
  file = join(folder, "part.cjs");
});

afterEach(() => {
  chmodSync(folder, 0o700);
  rmSync(folder, { recursive: true });
});

const scriptOf = (code: string): string => `${SCRIPT_FORMAT.banner}\n${code}\n${SCRIPT_FORMAT.footer}`;

/** What a process of its own prints that runs the script: its `word`, and whether its compiled code was kept. */
async function run(): Promise<string> {
  const child = [
    join(projectRoot, "scripts/run.mjs"),
    "packages/convex-on-sqlite/test/children/cachedScript.ts",
  ];
  const { stdout } = await promisify(execFile)(process.execPath, [...child, pathToFileURL(file).href]);
  return stdout.trim();
}

it("is compiled once, and its kept code runs the same", async () => {
  writeFileSync(file, scriptOf('exports.word = require("./other.cjs").word + require("node:path").sep;'));
  writeFileSync(join(folder, "other.cjs"), scriptOf('exports.word = "here";'));
  expect(await run()).toBe("here/");
  const made = statSync(`${file}.cache`).mtimeMs;
  expect(await run()).toBe("here/");
  expect(statSync(`${file}.cache`).mtimeMs).toBe(made);
});

it("is compiled again if its kept code was cut short or belongs to something else", async () => {
  writeFileSync(file, scriptOf('exports.word = "here";'));
  await run();
  const kept = readFileSync(`${file}.cache`);
  for (const damaged of [
    kept.subarray(0, kept.length / 2),
    kept.subarray(0, 2),
    kept.map((byte) => byte ^ 1),
  ]) {
    writeFileSync(`${file}.cache`, damaged);
    expect(await run()).toBe("here");
    expect(readFileSync(`${file}.cache`).length).toBeGreaterThan(kept.length / 2);
  }
  writeFileSync(file, scriptOf('exports.word = "another place";'));
  expect(await run()).toBe("another place");
});

it("runs from a folder that can't be written", async () => {
  writeFileSync(file, scriptOf('exports.word = "here";'));
  chmodSync(folder, 0o500);
  expect(await run()).toBe("here");
  // The superuser writes anyway.
  expect(existsSync(`${file}.cache`)).toBe(process.getuid?.() === 0);
});
