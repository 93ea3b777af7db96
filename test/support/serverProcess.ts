/** A server of a test in a process of its own. */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { resolve } from "node:path";
import { createInterface } from "node:readline";
import { atTheEnd } from "./cleanUp";

/** Starts this TypeScript file, which ends with its input: with the test file. Returns its first line, which tells where it listens. */
export async function startServerProcess(main: string): Promise<string> {
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
