/** `dev`: serves an app in a process of its own, and again whenever one of its sources changes, with its types written anew. */
import { spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { watch } from "node:fs";
import { join } from "node:path";
import { generate, writeGenerated } from "../codegen/generated";
import type { Options } from "./options";

/** Editors write a file in several steps; those within this time are one change. */
const SETTLE_MS = 200;

export async function develop({ app, functionsDir }: Options, args: readonly string[]): Promise<void> {
  let service: ChildProcess | null = null;
  let timer: NodeJS.Timeout | undefined;
  let work = Promise.resolve();

  const restart = async (): Promise<void> => {
    await writeTypes(app);
    if (service !== null && service.exitCode === null) {
      service.kill("SIGTERM");
      await once(service, "exit");
    }
    const [program = "", ...own] = [process.execPath, ...process.execArgv, process.argv[1] ?? ""];
    service = spawn(program, [...own, "start", ...args], { stdio: "inherit" });
  };

  watch(functionsDir, { recursive: true }, (_, path) => {
    if (path === null || path.split(/[\\/]/).includes("_generated") || !/\.[cm]?[jt]sx?$/.test(path)) return;
    clearTimeout(timer);
    timer = setTimeout(() => {
      process.stderr.write(`${join("convex", path)} changed\n`);
      // One after the other, however fast they come.
      work = work.then(restart);
    }, SETTLE_MS);
  });
  for (const signal of ["SIGINT", "SIGTERM"] as const)
    process.on(signal, () => {
      if (service === null || service.exitCode !== null) process.exit(0);
      service.once("exit", () => process.exit(0));
      service.kill("SIGTERM");
    });
  await (work = restart());
}

/** Writes `_generated`. An app that can't be read yet keeps what it has, and the reason is shown. */
async function writeTypes(app: string): Promise<void> {
  try {
    const written = writeGenerated(app, await generate(app));
    if (written.length > 0) process.stderr.write(`wrote ${written.join(", ")}\n`);
  } catch (thrown) {
    process.stderr.write(`${thrown instanceof Error ? thrown.message : String(thrown)}\n`);
  }
}
