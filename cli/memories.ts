/** The commands of single memories: list, show, edit, pin, history. */
import { Option, type Command } from "commander";
import {
  changeMemory,
  getMemory,
  listMemories,
  listMemoryVersions,
  readLinkedMemory,
  type ListMemoriesQuery,
  type Memory,
  type MemoryChanges,
  type MemoryVersion,
  type Service,
} from "../client";
import { serviceOf } from "./connection";
import { edited } from "./editor";
import { MEMORY_TYPES, moment, number, textOf } from "./input";
import { paint, plain, print, shortened, timeText } from "./output";

export function addMemories(program: Command): void {
  program
    .command("list")
    .description("list memories, newest first")
    .option("-n, --limit <number>", "memories", number, 20)
    .option("--offset <number>", "skip so many", number)
    .addOption(new Option("--type <type>").choices(MEMORY_TYPES))
    .option("--scope <name>", "only of this scope; * for all")
    .option("--entity <name>", "only those in which this name was found")
    .option("--since <time>", "only later: a date, or milliseconds since 1970", moment)
    .option("--until <time>", "only earlier", moment)
    .option("--pinned", "only pinned ones")
    .action(
      async (
        { pinned, ...query }: Omit<ListMemoriesQuery, "pinned"> & { pinned?: true },
        command: Command,
      ) => {
        const page = await listMemories(serviceOf(command), {
          ...query,
          ...(pinned === true ? { pinned: "true" } : {}),
        });
        print(command, page, ({ memories, total, hasMore }) => [
          ...(memories.length === 0 ? [paint("dim", "no such memories")] : memories.map(memoryLine)),
          ...(hasMore ? [paint("dim", `${memories.length} of ${total}: --offset shows the next`)] : []),
        ]);
      },
    );
  program
    .command("show")
    .description("show a memory and what it is linked to")
    .argument("<id>", "its id, as list and recall show it")
    .action(async (id: string, _options: object, command: Command) => {
      const service = serviceOf(command);
      const found = await readLinkedMemory(service, { id });
      const ends = [
        ...found.links.map(({ type, targetId }) => ({ label: `${type} →`, id: targetId })),
        ...found.backlinks.map(({ type, sourceId }) => ({ label: `← ${type}`, id: sourceId })),
      ];
      const linked = await Promise.all(
        ends.slice(0, MAX_LINKS).map(async ({ label, id }) => {
          const { content } = await getMemory(service, id);
          return `${paint("cyan", label)} ${shortened(content)} ${paint("dim", id)}`;
        }),
      );
      const more = ends.length > linked.length ? [`and ${ends.length - linked.length} more links`] : [];
      print(command, found, ({ memory }) => [...memoryLines(memory), ...linked, ...more]);
    });
  program
    .command("edit")
    .description("correct a memory: its text, from arguments, a pipe or an editor, or its fields")
    .argument("<id>", "its id, as list and recall show it")
    .argument(
      "[text...]",
      "the new text; - is standard input; without text and options, $EDITOR opens the old one",
    )
    .addOption(new Option("--type <type>").choices(MEMORY_TYPES))
    .option("--importance <0..1>", "how much it matters", number)
    .option("--confidence <0..1>", "how sure it is", number)
    .action(async (id: string, words: string[], fields: MemoryChanges, command: Command) => {
      const service = serviceOf(command);
      if (words.length > 0) return change(command, service, id, { ...fields, content: textOf(words) });
      if (Object.keys(fields).length > 0) return change(command, service, id, fields);
      if (!process.stdin.isTTY) return change(command, service, id, { content: textOf([]) });
      const { content, version } = await getMemory(service, id);
      // Another change meanwhile is not overwritten.
      return change(command, service, id, { content: await edited(content) }, version);
    });
  program
    .command("pin")
    .description("show a memory to every tick, or with --off no longer")
    .argument("<id>", "its id, as list and recall show it")
    .option("--off", "unpin it")
    .action((id: string, { off }: { off?: true }, command: Command) =>
      change(command, serviceOf(command), id, { pinned: off !== true }),
    );
  program
    .command("history")
    .description("list the earlier versions of a memory, newest first")
    .argument("<id>", "its id, as list and recall show it")
    .option("-n, --limit <number>", "versions", number, 20)
    .action(async (id: string, query: { limit: number }, command: Command) => {
      const page = await listMemoryVersions(serviceOf(command), id, query);
      print(command, page, ({ versions }) =>
        versions.length === 0 ? [paint("dim", "it was never changed")] : versions.map(versionLine),
      );
    });
}

/** Links of which `show` tells the other end's text: a request each. */
const MAX_LINKS = 5;

async function change(
  command: Command,
  service: Service,
  id: string,
  changes: MemoryChanges,
  version?: number,
): Promise<void> {
  const done = await changeMemory(service, id, changes, { version });
  print(command, done, () => [`changed: version ${done.version}; anima history ${id} shows the former ones`]);
}

function memoryLine({ _id, createdAt, type, content, pinned }: Memory): string {
  const mark = pinned === true ? paint("yellow", " pinned") : "";
  return `${timeText(createdAt)} ${paint("cyan", type)}${mark} ${shortened(content)} ${paint("dim", _id)}`;
}

function memoryLines(memory: Memory): string[] {
  const { type, importance, confidence, salience, createdAt, lastAccessedAt, scope, pinned, correctedBy } =
    memory;
  const entries = Object.entries(memory.metadata);
  return [
    plain(memory.content),
    paint("dim", memory._id),
    `${type}, importance ${importance.toFixed(2)}, confidence ${confidence.toFixed(2)}, salience ${salience.toFixed(2)}`,
    `stored ${timeText(createdAt)}, last accessed ${timeText(lastAccessedAt)}`,
    ...(scope === undefined ? [] : [`scope ${plain(scope)}`]),
    ...(pinned === true ? ["pinned"] : []),
    ...(correctedBy === undefined ? [] : [`corrected by ${correctedBy}`]),
    ...entries.map(([key, value]) => plain(`${key}: ${JSON.stringify(value)}`)),
  ];
}

function versionLine({ version, at, change, by, who, content }: MemoryVersion): string {
  const author = by === "self" ? "the agent" : (who ?? "a caller");
  return `${paint("cyan", String(version))} until ${timeText(at)}, ${change} by ${plain(author)}: ${shortened(content)}`;
}
