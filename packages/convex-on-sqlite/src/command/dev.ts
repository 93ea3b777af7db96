/** `dev`: serves an app in a process of its own, and again whenever one of its sources changes, with its types written anew. */
import { spawn } from "node:child_process";
import { generate, writeGenerated } from "../codegen/generated";
import { restartOnChange } from "../process/restartOnChange";
import type { Options } from "./options";

export async function develop({ app, functionsDir }: Options, args: readonly string[]): Promise<void> {
  await restartOnChange({
    folders: [functionsDir],
    isSource: (path) => !path.split(/[\\/]/).includes("_generated") && /\.[cm]?[jt]sx?$/.test(path),
    prepare: () => writeTypes(app),
    start: () => {
      const command = [...process.execArgv, process.argv[1] ?? "", "start", ...args];
      return spawn(process.execPath, command, { stdio: "inherit" });
    },
  });
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
