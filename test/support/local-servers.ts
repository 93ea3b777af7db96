/** Scripted model servers in a process of their own. */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { resolve } from "node:path";
import { createInterface } from "node:readline";
import * as z from "zod";
import { atTheEnd } from "./cleanUp";

const origins = z.object({
  ollama: z.string(),
  lmstudio: z.string(),
  lmstudioV0: z.string(),
  llamacpp: z.string(),
  other: z.string(),
  dead: z.string(),
});

/** Starts them, and returns their addresses without `/v1`. They end with the test file. */
export async function startLocalServers(): Promise<z.infer<typeof origins>> {
  const main = "test/support/local-servers-main.ts";
  const child = spawn(process.execPath, [resolve("scripts/run.mjs"), main], {
    stdio: ["pipe", "pipe", "inherit"],
  });
  atTheEnd(async () => {
    child.stdin.end();
    await once(child, "exit");
  });
  const [line] = (await once(createInterface(child.stdout), "line")) as [string];
  return origins.parse(JSON.parse(line));
}
