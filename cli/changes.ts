/** The commands of change sets: changes, undo. */
import { Option, type Command } from "commander";
import { listChanges, undoChange, type Change, type ListChangesQuery } from "../client";
import { serviceOf } from "./connection";
import { number } from "./input";
import { paint, print, timeText, withProgress } from "./output";

const KINDS = ["merge", "links", "facts", "consolidation"];

export function addChanges(program: Command): void {
  program
    .command("changes")
    .description("list what changed memory and can be undone: merges, links, learned facts, consolidations")
    .option("-n, --limit <number>", "change sets", number, 20)
    .addOption(new Option("--kind <kind>").choices(KINDS))
    .action(async (options: Pick<ListChangesQuery, "limit" | "kind">, command: Command) => {
      const page = await listChanges(serviceOf(command), options);
      print(command, page, ({ changes }) =>
        changes.length === 0 ? [paint("dim", "nothing yet")] : changes.map(line),
      );
    });
  program
    .command("undo")
    .description("restore what was before a change set")
    .argument("<id>", "the change set's id, as changes shows it")
    .action(async (id: string, _options: object, command: Command) => {
      const outcome = await withProgress("undoing", undoChange(serviceOf(command), id));
      print(command, outcome, ({ change }) => [`undone: ${line(change)}`]);
    });
}

function line({ _id, kind, by, who, at, counts, undone, undoing }: Change): string {
  const parts = [
    numbered(counts.memories, "memory", "memories"),
    numbered(counts.links, "link", "links"),
    numbered(counts.themes, "theme", "themes"),
  ].filter((part) => part !== "");
  const state = undone !== undefined ? ", undone" : undoing === true ? ", being undone" : "";
  const author = by === "self" ? "the agent" : (who ?? "a caller");
  return `${timeText(at)} ${paint("cyan", kind)} of ${parts.join(", ")} by ${author}${state} ${paint("dim", _id)}`;
}

function numbered(count: number, one: string, many: string): string {
  return count === 0 ? "" : `${count} ${count === 1 ? one : many}`;
}
