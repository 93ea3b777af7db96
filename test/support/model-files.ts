/** A server of model files for tests. */
import { spawn } from "node:child_process";
import { createHash } from "node:crypto";
import { once } from "node:events";
import { resolve } from "node:path";
import { createInterface } from "node:readline";
import { atTheEnd } from "./cleanUp";

/** What each of its files holds. */
export const FILE_BYTES = Buffer.alloc(3_000_000, "model");

/** The file, as a table of models describes it. */
export const describedFile = (path: string) => ({
  path,
  bytes: FILE_BYTES.length,
  sha256: createHash("sha256").update(FILE_BYTES).digest("hex"),
});

/** Starts it in a process of its own, which ends with the test file. Returns its address. */
export async function startModelFiles(): Promise<string> {
  const main = "test/support/model-files-main.ts";
  const child = spawn(process.execPath, [resolve("scripts/run.mjs"), main], {
    stdio: ["pipe", "pipe", "inherit"],
  });
  atTheEnd(async () => {
    child.stdin.end();
    await once(child, "exit");
  });
  const [line] = (await once(createInterface(child.stdout), "line")) as [string];
  return line;
}
