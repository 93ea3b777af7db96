/** The command line: what it may say, and what its options mean for the app that it is about. */
import { existsSync } from "node:fs";
import { join, resolve } from "node:path";
import { parseArgs } from "node:util";
import type { ImportMode } from "../admin/imports";
import type { AdminOptions } from "../net/adminAccess";
import { readEnvFile } from "../env/envFile";

export const USAGE = `convex-on-sqlite COMMAND [--app DIR] [--data DIR] [--env-file FILE]

  start               serves the app: [--port 3210] [--host 127.0.0.1] [--admin-key KEY]
  dev                 does so too, writes convex/_generated, and starts anew whenever a source changes
  run FUNCTION [JSON] calls a function, such as: run messages:send '{"body":"Hi"}'
  export FILE         writes a snapshot, as "npx convex export" does
  import FILE         reads one: [--append | --replace | --replace-all], else its tables must be empty
  backup FILE         copies the database, while it is served or not
  restore FILE        puts a copy in the place of the database

--app is the folder with convex/ in it (default: this one). --data is the folder of the database (default: .data in it).
Variables of the app are those of --env-file (default: .env.local in it). All but "backup" need the app stopped.`;

/** The command line can't be followed. The message says why. */
export class UsageError extends Error {
  override readonly name = "UsageError";
}

export interface Options {
  readonly command: string;
  readonly words: readonly string[];
  /** The folder with convex/ in it, absolute. */
  readonly app: string;
  readonly functionsDir: string;
  readonly dataDir: string;
  readonly env: Readonly<Record<string, string>>;
  readonly port: number;
  readonly hostname: string;
  readonly admin: AdminOptions | null;
  readonly importMode: ImportMode;
}

/** @throws {UsageError} */
export function readOptions(args: readonly string[]): Options {
  const { values, positionals } = parsed(args);
  const [command = "", ...words] = positionals;
  const app = resolve(values.app ?? ".");
  const functionsDir = join(app, "convex");
  if (!existsSync(functionsDir))
    throw new UsageError(`There is no folder ${functionsDir}: name the app's with --app`);
  const envFile = resolve(values["env-file"] ?? join(app, ".env.local"));
  if (values["env-file"] !== undefined && !existsSync(envFile))
    throw new UsageError(`There is no file ${envFile}`);
  const port = Number(values.port ?? 3210);
  if (!Number.isInteger(port) || port < 0 || port > 65_535)
    throw new UsageError("--port must be a whole number from 0 to 65535; 0 takes a free one");
  const key = values["admin-key"];
  return {
    ...{ command, words, app, functionsDir, port },
    dataDir: resolve(values.data ?? join(app, ".data")),
    env: readEnvFile(envFile),
    hostname: values.host ?? "127.0.0.1",
    admin: key === undefined ? null : { key, fromAnywhere: false },
    importMode: importModeOf(values),
  };
}

/** As of "npx convex import". */
function importModeOf(flags: { append?: boolean; replace?: boolean; "replace-all"?: boolean }): ImportMode {
  const modes = { append: flags.append, replace: flags.replace, replaceAll: flags["replace-all"] };
  const [mode = "requireEmpty", ...more] = (["append", "replace", "replaceAll"] as const).filter(
    (one) => modes[one],
  );
  if (more.length > 0) throw new UsageError("only one of --append, --replace and --replace-all can be given");
  return mode;
}

function parsed(args: readonly string[]) {
  const [text, flag] = [{ type: "string" }, { type: "boolean" }] as const;
  try {
    return parseArgs({
      args: [...args],
      allowPositionals: true,
      options: {
        ...{ app: text, data: text, "env-file": text, port: text, host: text, "admin-key": text },
        ...{ append: flag, replace: flag, "replace-all": flag },
      },
    });
  } catch (thrown) {
    if (!(thrown instanceof TypeError)) throw thrown;
    // The first sentence names the option; the others are about the parser.
    throw new UsageError(thrown.message.replace(/\. .*/s, ""));
  }
}
