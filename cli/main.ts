/** The command `anima`: steers and watches a service over its public interface, here or elsewhere. */
import { Command, CommanderError } from "commander";
import { version } from "../package.json";
import { addChanges } from "./changes";
import { addCompletion } from "./completion";
import { addExamples } from "./examples";
import { exitCodeOf, explain } from "./failure";
import { addForget } from "./forget";
import { addMemories } from "./memories";
import { addMemory } from "./memory";
import { addOpen } from "./open";
import { addOperation } from "./operation";
import { addReminders } from "./reminders";
import { addSetup } from "./setup";
import { addSteering } from "./steering";
import { addTransfer } from "./transfer";
import { addWatching } from "./watching";
import { EXIT_USAGE } from "./exit";

const program = new Command("anima")
  .description("Run, watch and steer an autonomous agent.")
  .version(version)
  .option("--url <address>", "the service (default: ANIMA_URL, or the one on this machine)")
  .option("--json", "print answers as JSON, one a line")
  .showHelpAfterError("(add --help for the options)")
  .exitOverride()
  .addHelpText(
    "after",
    "\nTokens: ANIMA_TOKEN, or for a service on this machine those of its settings file.\nExit codes: 0 done, 1 failed, 2 wrong use, 3 unreachable, 4 unauthorized, 5 not found, 6 busy: try again later.",
  );

addOperation(program);
addSetup(program);
addWatching(program);
addSteering(program);
addMemory(program);
addMemories(program);
addReminders(program);
addTransfer(program);
addChanges(program);
addForget(program);
addOpen(program);
addCompletion(program);
addExamples(program);

// A reader that ends early, such as `head`, is no failure.
process.stdout.on("error", (error: NodeJS.ErrnoException) => process.exit(error.code === "EPIPE" ? 0 : 1));

try {
  await program.parseAsync();
} catch (thrown) {
  if (thrown instanceof CommanderError) {
    // Commander has printed why.
    process.exitCode = thrown.exitCode === 0 ? 0 : EXIT_USAGE;
  } else {
    process.stderr.write(`${explain(thrown)}\n`);
    process.exitCode = exitCodeOf(thrown);
  }
}
