/** The command `anima` as a process. */
import { spawn, type ChildProcessWithoutNullStreams } from "node:child_process";
import { join } from "node:path";
import { projectRoot } from "../../scripts/start/root";

export const BIN = join(projectRoot, "bin/anima.mjs");

export interface Ran {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

export function startCommand(
  words: readonly string[],
  options: { readonly cwd: string; readonly env: Readonly<Record<string, string>> },
): ChildProcessWithoutNullStreams {
  return spawn(process.execPath, [BIN, ...words], options);
}

export async function ended(child: ChildProcessWithoutNullStreams, input = ""): Promise<Ran> {
  const ran = { code: null as number | null, stdout: "", stderr: "" };
  child.stdout.setEncoding("utf8").on("data", (text: string) => (ran.stdout += text));
  child.stderr.setEncoding("utf8").on("data", (text: string) => (ran.stderr += text));
  child.stdin.end(input);
  ran.code = await new Promise<number | null>((resolve) => child.once("close", resolve));
  return ran;
}
