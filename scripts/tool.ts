/** Options and cleanup of command-line tools. */
import { mkdtempSync, rmSync } from "node:fs";
import { constants, tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs, type ParseArgsConfig } from "node:util";

type Options = NonNullable<ParseArgsConfig["options"]>;

/**
 * Parses the command line. Unknown options and missing values end the tool with 2 and `usage`. Temporary folders that are
 * created after this call are removed when the tool ends, also by Ctrl-C.
 */
export function toolOptions<T extends Options>(usage: string, options: T) {
  try {
    const { values } = parseArgs({ options });
    useOwnTemporaryFolder();
    return values;
  } catch (thrown) {
    if (!(thrown instanceof TypeError)) throw thrown;
    // The first sentence names the option; the others are about the parser.
    return refuse(usage, thrown.message.replace(/\. .*/s, ""));
  }
}

/** The value of an option as a whole number of at least `min`. */
export function wholeOption(usage: string, name: string, text: string, min = 1): number {
  const value = Number(text);
  if (/^\d{1,9}$/.test(text) && value >= min) return value;
  return refuse(usage, `--${name} must be a whole number of at least ${min}`);
}

/** Ends the tool with 2, the reason and its usage. */
export function refuse(usage: string, why: string): never {
  console.error(`${why}\nusage: ${usage}`);
  process.exit(2);
}

function useOwnTemporaryFolder(): void {
  const folder = mkdtempSync(join(tmpdir(), "anima-tool-"));
  process.env.TMPDIR = folder;
  // A child process may still be writing there.
  process.on("exit", () => rmSync(folder, { recursive: true, force: true, maxRetries: 10 }));
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) {
    process.once(signal, () => process.exit(128 + constants.signals[signal]));
  }
}
