/** The command `convex-on-sqlite`: runs any folder with a `convex/` in one process, on one SQLite file. */
import { FunctionFailed } from "../callFunction";
import { LoadError } from "../code/loadError";
import { BadImport } from "../admin/importFile";
import { SchemaError } from "../engine/catalog";
import { BadBackup } from "../store/backup";
import { DataDirectoryLocked } from "../store/pidlock";
import { StoreError } from "../store/sqlite";
import { readOptions, USAGE, UsageError, type Options } from "./options";

async function follow(options: Options, args: readonly string[]): Promise<void> {
  const { command } = options;
  if (command === "start") return await (await import("./serve")).serve(options);
  if (command === "dev")
    return await (
      await import("./dev")
    ).develop(
      options,
      args.filter((word) => word !== command),
    );
  const data = await import("./data");
  if (command === "run") return await data.run(options);
  if (command === "export") return await data.exportTo(options);
  if (command === "import") return await data.importFrom(options);
  if (command === "backup") return data.backUpTo(options);
  if (command === "restore") return await data.restoreFrom(options);
  throw new UsageError(command === "" ? "no command was given" : `there is no command ${command}`);
}

/** Errors that the person at the terminal can mend: they need no stack. */
function isTheirs(thrown: unknown): thrown is Error {
  const theirs = [
    FunctionFailed,
    LoadError,
    SchemaError,
    BadBackup,
    BadImport,
    DataDirectoryLocked,
    StoreError,
  ];
  return theirs.some((kind) => thrown instanceof kind) || (thrown instanceof Error && "syscall" in thrown);
}

const args = process.argv.slice(2);
try {
  if (args.includes("--help") || args.includes("-h")) process.stdout.write(`${USAGE}\n`);
  else await follow(readOptions(args), args);
} catch (thrown) {
  if (thrown instanceof UsageError) {
    process.stderr.write(`${thrown.message}\n\n${USAGE}\n`);
    process.exit(2);
  }
  if (!isTheirs(thrown)) throw thrown;
  process.stderr.write(`${thrown.message}\n`);
  process.exit(1);
}
