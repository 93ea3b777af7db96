/** What the commands of backups share: their argument, the data directory, and messages of failures. */
import { resolve } from "node:path";
import { parseArgs } from "node:util";
import { explainStartError } from "../start/failure";
import { BadBackup } from "convex-on-sqlite";
import { readEnvFile, setVariables } from "convex-on-sqlite/env";
import { pathOf, readConfig, type Config } from "../start/config";
import { home } from "../start/root";
import { refuse } from "../tool";

/** The only argument: a file, relative to the folder in which npm was called. */
export function fileArgument(usage: string): string {
  const { values, positionals } = parseArgs({ allowPositionals: true, strict: false });
  const [file, ...more] = positionals;
  if (file === undefined || more.length > 0 || Object.keys(values).length > 0)
    return refuse(usage, "one file must be named");
  return resolve(process.env.INIT_CWD ?? process.cwd(), file);
}

/** The service's settings, by the same rules as at its start. */
export function serviceConfig(): Config {
  const named = process.env.ENV_FILE?.trim() ?? "";
  const envFile = pathOf("ENV_FILE", named === "" ? ".env.local" : named, home);
  return readConfig({ ...readEnvFile(envFile), ...setVariables(process.env) }, home);
}

/** Runs a command; one that the operator's means can mend ends with 1 and a line instead of a stack. */
export async function orExplain(what: string, command: () => Promise<void> | void): Promise<void> {
  try {
    await command();
  } catch (thrown) {
    const isSystemError = thrown instanceof Error && "syscall" in thrown;
    const reason =
      thrown instanceof BadBackup || isSystemError ? thrown.message : explainStartError(thrown, null);
    if (reason === null) throw thrown;
    console.error(`${what}: ${reason}`);
    process.exitCode = 1;
  }
}
