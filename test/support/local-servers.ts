/** Scripted model servers in a process of their own. */
import * as z from "zod";
import { startServerProcess } from "./serverProcess";

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
  return origins.parse(JSON.parse(await startServerProcess("test/support/local-servers-main.ts")));
}
