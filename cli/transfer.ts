/** The commands that take the agent along: export, import, backup, restore. */
import { Option, type Command } from "commander";
import { connect, type Service } from "../client";
import { FORMATS, type Format } from "../convex/transfer/formats/formats";
import { runEntryPoint } from "../scripts/start/entryPoint";
import { target } from "./connection";
import { exportTo } from "./exportFile";
import { importFrom } from "./importFile";
import { print } from "./output";

export function addTransfer(program: Command): void {
  program
    .command("export")
    .description("write everything to a file, one row a line; goes on where it was interrupted")
    .argument("[file]", "its path; standard output without it")
    .option("--vectors", "vectors, too")
    .action(async (file: string | undefined, { vectors }: { vectors?: true }, command: Command) => {
      const lines = await exportTo(patient(command), file, vectors === true);
      if (file !== undefined) print(command, { file, lines }, () => [`${file} holds ${lines} lines`]);
    });
  program
    .command("import")
    .description(
      "read what export wrote, or a file of mem0, Letta or ChatGPT; goes on where it was interrupted",
    )
    .argument("<file>", "its path")
    .option("--dry-run", "write nothing, and say what would be")
    .option("--dedup", "merge added memories into those that say the same")
    .addOption(new Option("--format <format>", "found out without it").choices(FORMATS))
    .action(
      async (file: string, options: { dryRun?: true; dedup?: true; format?: Format }, command: Command) => {
        const outcome = await importFrom(patient(command), file, options);
        print(command, outcome, ({ created, merged, replaced, erased, unchanged, skipped }) => [
          `${options.dryRun === true ? "would be " : ""}new ${created}, merged ${merged}, changed ${replaced}, erased ${erased}, unchanged ${unchanged}`,
          ...(skipped === 0 ? [] : [`${skipped} lines left out, because only an empty agent takes them`]),
        ]);
      },
    );
  program
    .command("backup")
    .description("copy the database of the service on this machine, while it runs or not")
    .argument("<file>", "its path")
    .action(async (file: string) => {
      process.argv.splice(2, Infinity, file);
      await import("../scripts/backup");
    });
  program
    .command("restore")
    .description("make a backup the database of the service on this machine, which must not run")
    .argument("<file>", "what backup wrote")
    .action((file: string) => runEntryPoint("restore", file));
}

/** A service that is asked again for minutes: it may be restarted meanwhile, or count many requests. */
function patient(command: Command): Service {
  const { address, tokens } = target(command);
  return connect(address, { tokens, retries: 12, maxWaitMs: 60_000 });
}
