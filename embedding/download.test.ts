/** Downloads from a real server in a process of its own. */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { createInterface } from "node:readline";
import { beforeAll, beforeEach, expect, onTestFinished, test } from "vitest";
import { temporaryFolder } from "../test/support/temporaryFolder";
import { describedFile, FILE_BYTES, startModelFiles } from "../test/support/model-files";
import { ensureFiles } from "./download";
import { EmbedderError } from "./protocol";

const PATHS = ["onnx/model.onnx", "tokenizer.json"];

let server: string;
let folder: string;

beforeAll(async () => {
  server = await startModelFiles();
});
beforeEach(() => {
  const made = temporaryFolder();
  onTestFinished(() => made.remove());
  folder = join(made.path, "models", "a-model");
});

async function download(way: string, base = server): Promise<number[]> {
  const progress: number[] = [];
  await ensureFiles({
    folder,
    baseUrl: `${base}/${way}`,
    files: PATHS.map(describedFile),
    onProgress: (bytes) => progress.push(bytes),
    ...(way === "silent" ? { silenceMs: 200 } : {}),
  });
  return progress;
}

const files = (): string[] => readdirSync(folder).sort();

test("fetches what is missing, tells how far it has come, and fetches nothing twice", async () => {
  const progress = await download("good");
  expect(files()).toEqual(["model.onnx", "tokenizer.json"]);
  expect(readFileSync(join(folder, "model.onnx")).equals(FILE_BYTES)).toBe(true);
  expect(progress.at(-1)).toBe(2 * FILE_BYTES.length);
  expect(progress).toEqual([...progress].sort((a, b) => a - b));
  expect(await download("missing")).toEqual([]);
});

test("replaces a file that is damaged", async () => {
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, "model.onnx"), "half");
  await download("good");
  expect(readFileSync(join(folder, "model.onnx")).equals(FILE_BYTES)).toBe(true);
});

test.each([
  ["a wrong checksum", "wrong", "is not the expected file: its SHA-256 is"],
  ["a file that is not there", "missing", "can't be downloaded to"],
  ["a server that falls silent", "silent", "nothing came for 0.2 s"],
])("%s leaves no file, and is explained", async (_, way, said) => {
  const failed = download(way);
  await expect(failed).rejects.toBeInstanceOf(EmbedderError);
  await expect(failed).rejects.toThrow(said);
  await expect(failed).rejects.toThrow(`${server}/${way}/onnx/model.onnx`);
  expect(files()).toEqual([]);
});

test("no network is explained by the system's code", async () => {
  await expect(download("good", "http://127.0.0.1:2")).rejects.toThrow("ECONNREFUSED");
});

test("a kill during the download leaves nothing that counts as a file, and the next run completes", async () => {
  const child = spawn(
    process.execPath,
    [resolve("scripts/run.mjs"), "embedding/downloadChild.ts", folder, `${server}/silent`, ...PATHS],
    { stdio: ["ignore", "pipe", "inherit"] },
  );
  const exited = once(child, "exit");
  for await (const line of createInterface(child.stdout)) if (Number(line) > 0) break;
  child.kill("SIGKILL");
  await exited;
  expect(files()).toEqual(["model.onnx.partial"]);
  await download("good");
  expect(files()).toEqual(["model.onnx", "tokenizer.json"]);
});
