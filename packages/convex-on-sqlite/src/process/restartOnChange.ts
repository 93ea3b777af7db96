/** Development: a program runs in a process of its own, and again whenever one of its sources changes. */
import { once } from "node:events";
import { watch } from "node:fs";
import { basename, join } from "node:path";
import type { ChildProcess } from "node:child_process";

/** Editors write a file in several steps; those within this time are one change. */
const SETTLE_MS = 200;

export interface Restarting {
  /** The folders of the sources, absolute. */
  readonly folders: readonly string[];
  /** Whether a changed file, relative to its folder, is a source. */
  readonly isSource: (path: string) => boolean;
  /** Runs before each start, such as to generate code. */
  readonly prepare?: () => Promise<void>;
  readonly start: () => ChildProcess;
}

/** Starts the program, and passes SIGINT and SIGTERM on to it; this process ends with it. */
export async function restartOnChange({ folders, isSource, prepare, start }: Restarting): Promise<void> {
  let program: ChildProcess | null = null;
  let timer: NodeJS.Timeout | undefined;
  let work = Promise.resolve();

  const restart = async (): Promise<void> => {
    await prepare?.();
    if (program !== null && program.exitCode === null && program.signalCode === null) {
      program.kill("SIGTERM");
      await once(program, "exit");
    }
    program = start();
  };
  for (const folder of folders)
    watch(folder, { recursive: true }, (_, path) => {
      if (path === null || !isSource(path)) return;
      clearTimeout(timer);
      timer = setTimeout(() => {
        console.info(`${join(basename(folder), path)} changed`);
        // One after the other, however fast they come.
        work = work.then(restart);
      }, SETTLE_MS);
    });
  for (const signal of ["SIGINT", "SIGTERM"] as const)
    process.on(signal, () => {
      if (program === null || program.exitCode !== null || program.signalCode !== null) process.exit(0);
      program.once("exit", () => process.exit(0));
      program.kill("SIGTERM");
    });
  await (work = restart());
}
