/** What the tools that are run by hand have in common: their options, and that they leave nothing behind. */
import { mkdtempSync, rmSync } from "node:fs";
import { constants, tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs, type ParseArgsConfig } from "node:util";

type Options = NonNullable<ParseArgsConfig["options"]>;

/**
 * The options of the command line. What the tool doesn't know, or has nothing to go with, ends it with 2 and `usage`. All
 * temporary folders that are made from now on are gone when the tool ends, by Ctrl-C as well.
 */
export function toolOptions<T extends Options>(usage: string, options: T) {
  try {
    const { values } = parseArgs({ options });
    useOwnTemporaryFolder();
    return values;
  } catch (thrown) {
    if (!(thrown instanceof TypeError)) throw thrown;
    // Its first sentence names the option; the others are about the parser.
    return refuse(usage, thrown.message.replace(/\. .*/s, ""));
  }
}

/** The number that an option gives: whole, and `least` or more. */
export function wholeOption(usage: string, name: string, text: string, least = 1): number {
  const value = Number(text);
  if (/^\d{1,9}$/.test(text) && value >= least) return value;
  return refuse(usage, `--${name} must be a whole number of ${least} or more`);
}

/** Ends the tool: it can't do what it was told to. */
export function refuse(usage: string, why: string): never {
  console.error(`${why}\nusage: ${usage}`);
  process.exit(2);
}

function useOwnTemporaryFolder(): void {
  const folder = mkdtempSync(join(tmpdir(), "anima-tool-"));
  process.env.TMPDIR = folder;
  // A process that the tool has started may still be writing there as it ends.
  process.on("exit", () => rmSync(folder, { recursive: true, force: true, maxRetries: 10 }));
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) {
    process.once(signal, () => process.exit(128 + constants.signals[signal]));
  }
}
