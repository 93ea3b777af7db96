/** The commands of memory and knowledge: remember, recall, learn, ask. */
import { readFileSync } from "node:fs";
import { basename } from "node:path";
import { Option, type Command } from "commander";
import {
  addKnowledge,
  listKnowledge,
  searchMemories,
  storeMemory,
  storeMemoryOnce,
  type MemoryToStore,
  type SearchMemoriesQuery,
} from "../client";
import { serviceOf } from "./connection";
import { EXIT_USAGE } from "./exit";
import { CommandError } from "./failure";
import { MEMORY_TYPES, number, textOf } from "./input";
import { paint, plain, print, withProgress } from "./output";

export function addMemory(program: Command): void {
  program
    .command("remember")
    .description("store a memory; a duplicate is merged")
    .argument("[text...]", "the memory; standard input without it")
    .addOption(new Option("--type <type>").choices(MEMORY_TYPES).default("episodic"))
    .option("--importance <0..1>", "computed without it", number)
    .option("--scope <name>", "whose it is; the agent's own without it")
    .option("--duplicates", "store it even where it is known")
    .action(
      async (
        words: string[],
        { duplicates, ...memory }: Omit<MemoryToStore, "content"> & { duplicates?: true },
        command: Command,
      ) => {
        const service = serviceOf(command);
        const request = { ...memory, content: textOf(words) };
        const work = duplicates === true ? storeMemory(service, request) : storeMemoryOnce(service, request);
        print(command, await work, (outcome) => {
          const merged = "deduplicated" in outcome && outcome.deduplicated;
          return [`${merged ? "merged into" : "stored as"} ${outcome.memoryId}`];
        });
      },
    );
  program
    .command("recall")
    .description("search memories by words and meaning")
    .argument("<words...>", "a question or words")
    .option("-n, --limit <number>", "results", number, 5)
    .addOption(new Option("--type <type>").choices(MEMORY_TYPES))
    .option("--threshold <0..1>", "least similarity", number, 0.3)
    .option("--scope <name>", "only of this scope; * for all")
    .addOption(new Option("--recency <span>", "only from so long ago").choices(["1h", "24h", "7d", "30d"]))
    .action(async (words: string[], options: Omit<SearchMemoriesQuery, "q">, command: Command) => {
      const found = await searchMemories(serviceOf(command), { ...options, q: words.join(" ") });
      print(command, found, ({ results }) =>
        results.length === 0
          ? [paint("dim", "nothing found; a lower --threshold finds more")]
          : results.map(
              ({ memory, similarity }) =>
                `${paint("cyan", similarity.toFixed(2))} ${plain(memory.content)} ${paint("dim", memory._id)}`,
            ),
      );
    });
  program
    .command("learn")
    .description("add a document to the knowledge: Markdown or plain text")
    .argument("<file>", "its path; - is standard input")
    .option("--title <title>", "the file's name without it")
    .option("--scope <name>", "whose it is; the agent's own without it")
    .option("--source <source>", "scope, source and title identify a document")
    .option("--tag <tag...>")
    .action(
      async (
        file: string,
        { title, source, tag, scope }: { title?: string; source?: string; tag?: string[]; scope?: string },
        command: Command,
      ) => {
        if (file === "-" && title === undefined)
          throw new CommandError("standard input has no name: add --title", EXIT_USAGE);
        const content = file === "-" ? textOf([]) : textOfFile(file);
        const request = {
          title: title ?? basename(file),
          content,
          ...(scope === undefined ? {} : { scope }),
          ...(source === undefined ? {} : { source }),
          ...(tag === undefined ? {} : { tags: tag }),
        };
        const outcome = await withProgress("reading", addKnowledge(serviceOf(command), request));
        print(command, outcome, ({ knowledgeId, chunks, updated }) => [
          `${updated ? "updated" : "stored as"} ${knowledgeId}, ${chunks} ${chunks === 1 ? "passage" : "passages"}`,
        ]);
      },
    );
  program
    .command("ask")
    .description("search the knowledge for the passages that answer")
    .argument("<question...>")
    .option("-n, --limit <number>", "documents", number, 3)
    .option("--threshold <0..1>", "least similarity", number, 0.3)
    .option("--scope <name>", "only of this scope; * for all")
    .option("--tag <tag>", "only documents with this tag")
    .action(
      async (
        words: string[],
        options: { limit: number; threshold: number; scope?: string; tag?: string },
        command: Command,
      ) => {
        const found = await listKnowledge(serviceOf(command), { ...options, query: words.join(" ") });
        print(command, found, ({ items }) =>
          items.length === 0
            ? [paint("dim", "nothing found; a lower --threshold finds more")]
            : items.flatMap(({ title, similarity = 0, passage = "" }) => [
                `${paint("cyan", similarity.toFixed(2))} ${paint("bold", plain(title))}`,
                plain(passage),
                "",
              ]),
        );
      },
    );
}

function textOfFile(file: string): string {
  try {
    return readFileSync(file, "utf8");
  } catch (cause) {
    const why = cause instanceof Error ? cause.message : String(cause);
    throw new CommandError(`${file} can't be read: ${why}`, EXIT_USAGE);
  }
}
