/** The command `anima` as a process. */
import { spawn, type ChildProcessWithoutNullStreams } from "node:child_process";
import { mkdtempSync, writeFileSync } from "node:fs";
import { rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { projectRoot } from "../../scripts/start/root";
import { atTheEnd } from "./cleanUp";

export const BIN = join(projectRoot, "bin/anima.mjs");

export interface Ran {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** A home without settings, which goes with the test file. */
export function emptyHome(): string {
  const folder = mkdtempSync(join(tmpdir(), "anima-home-"));
  atTheEnd(() => rm(folder, { recursive: true, force: true }));
  writeFileSync(join(folder, "none.env"), "");
  return folder;
}

/** The environment of a process that knows this service and nothing else of this machine. */
export const environmentIn = (home: string, serviceUrl: string): Record<string, string> => ({
  PATH: process.env.PATH ?? "",
  HOME: home,
  ENV_FILE: join(home, "none.env"),
  ANIMA_URL: serviceUrl,
});

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
