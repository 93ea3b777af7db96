/** The commands that steer: tick, feed, talk, think, reflect, consolidate. */
import { createInterface } from "node:readline/promises";
import { Option, type Command } from "commander";
import {
  consolidateMemories,
  feed,
  processSeeds,
  reflectOnMemories,
  reflectOnThoughts,
  runTick,
  wake,
  type FeedEvent,
  type LookBack,
  type ReflectionRequest,
  type Service,
} from "../client";
import { serviceOf } from "./connection";
import { number, textOf } from "./input";
import { isJson, paint, plain, print, withProgress } from "./output";

export function addSteering(program: Command): void {
  program
    .command("tick")
    .description("run a tick and wait for its end")
    .action(async (_options: object, command: Command) => {
      const outcome = await withProgress("ticking", runTick(serviceOf(command)));
      print(command, outcome, ({ mood, health, detail, remark, artifacts }) => [
        `${paint("bold", mood)}, health ${Math.round(health)}`,
        plain(detail),
        ...(remark === undefined ? [] : [paint("italic", plain(remark))]),
        ...artifacts.map(({ type, content }) => `${paint("cyan", type)} ${plain(content)}`),
      ]);
    });
  program
    .command("feed")
    .description("tell the agent what happened")
    .argument("[text...]", "the event; standard input without it")
    .addOption(new Option("--type <type>").choices(["news", "market", "social", "custom"]).default("news"))
    .addOption(new Option("--impact <impact>").choices(["low", "medium", "high"]).default("medium"))
    .option("--scope <name>", "whose it is; the agent's own without it")
    .action(
      async (
        words: string[],
        options: Pick<FeedEvent, "scope" | "type" | "impact">,
        command: Command,
      ): Promise<void> => {
        const outcome = await feed(serviceOf(command), { ...options, content: textOf(words) });
        print(command, outcome, ({ healthChange }) => [
          healthChange === 0
            ? "taken; the next tick reads it"
            : `taken: health ${healthChange > 0 ? "+" : ""}${healthChange.toFixed(2)}; the next tick reads it`,
        ]);
      },
    );
  program
    .command("talk")
    .description("write to the agent and read its replies")
    .argument("[note...]", "one note; without it each line of standard input is one")
    .option("--from <name>", "who writes", process.env.USER)
    .option("--scope <name>", "whose notes they are; without it, the sender's")
    .addOption(new Option("--shared", "they are the agent's own, for all").conflicts("scope"))
    .option("--remind-at <time>", "bring it up again then: 2026-03-29T14:30, in the agent's time zone")
    .addOption(new Option("--wait <seconds>", "for a reply, at most 60").argParser(number).default(60))
    .action(async (words: string[], options: Talk, command: Command): Promise<void> => {
      if (words.length === 0) await talk(command, options);
      else await say(command, serviceOf(command), { ...options, note: words.join(" ") });
    });
  program
    .command("think")
    .description("make a thought of seeds: two or more texts")
    .argument("<seed...>", "a text each, in quotes")
    .addOption(new Option("--importance <0..1>", "of the seeds").argParser(number).default(0.7))
    .option("--force", "with one seed, too")
    .action(
      async (
        seeds: string[],
        { importance, force }: { importance: number; force?: true },
        command: Command,
      ) => {
        const request = {
          seeds: seeds.map((content) => ({ content, importance })),
          ...(force === true ? { forceProcess: true } : {}),
        };
        const outcome = await withProgress("thinking", processSeeds(serviceOf(command), request));
        print(command, outcome, (made) => [
          made.thought === null ? `no thought: ${made.reason}` : plain(made.thought.content),
        ]);
      },
    );
  const types = ["emotional", "knowledge", "behavioral", "growth"];
  program
    .command("reflect")
    .description("reflect on memories, or with --thoughts on thoughts")
    .addOption(new Option("--type <type>", "on memories").choices(types))
    .addOption(new Option("--depth <depth>", "on memories").choices(["shallow", "deep"]))
    .option("--focus <text>")
    .addOption(new Option("--thoughts <span>", "on the thoughts of so long").choices(["1h", "24h", "7d"]))
    .action(
      async (
        { thoughts, ...options }: ReflectionRequest & { thoughts?: LookBack["lookback"] },
        command: Command,
      ) => {
        const service = serviceOf(command);
        const { focus } = options;
        const work: Promise<{ reflection: { content: string } }> =
          thoughts === undefined
            ? reflectOnMemories(service, options)
            : reflectOnThoughts(service, { lookback: thoughts, ...(focus === undefined ? {} : { focus }) });
        print(command, await withProgress("reflecting", work), ({ reflection }) => [
          plain(reflection.content),
        ]);
      },
    );
  program
    .command("consolidate")
    .description("gather memories into themes")
    .action(async (_options: object, command: Command) => {
      const outcome = await withProgress("consolidating", consolidateMemories(serviceOf(command)));
      print(command, outcome, (done) => [
        `${done.memoriesProcessed} memories, ${done.clustersFound} clusters; themes: ${done.coreMemoriesCreated} new, ${done.coreMemoriesUpdated} changed`,
      ]);
    });
}

interface Talk {
  readonly from?: string;
  readonly scope?: string;
  readonly shared?: true;
  readonly remindAt?: string;
  readonly wait: number;
}

/** A conversation: on a terminal with prompts, from a pipe line by line. Ends with the input. */
async function talk(command: Command, options: Talk): Promise<void> {
  const { from } = options;
  const service = serviceOf(command);
  const interactive = process.stdin.isTTY && process.stdout.isTTY && !isJson(command);
  const lines = createInterface({
    input: process.stdin,
    ...(interactive ? { output: process.stdout, prompt: `${paint("green", from ?? "you")}> ` } : {}),
  });
  if (interactive) {
    process.stdout.write("Each line is a note to the agent. Ctrl-D ends.\n");
    lines.on("SIGINT", () => lines.close()).prompt();
  }
  for await (const line of lines) {
    if (line.trim() !== "") await say(command, service, { ...options, note: line });
    if (interactive) lines.prompt();
  }
  if (interactive) process.stdout.write("\n");
}

async function say(
  command: Command,
  service: Service,
  { note, from, scope, shared, remindAt, wait }: Talk & { readonly note: string },
): Promise<void> {
  const sender = {
    ...(from === undefined || from === "" ? {} : { from }),
    ...(scope === undefined ? {} : { scope }),
    ...(shared === undefined ? {} : { shared }),
  };
  const reminder = remindAt === undefined ? {} : { remindAt: remindAt.trim().replace(" ", "T") };
  const sent = wake(service, { note, ...sender, ...reminder, triggerTick: true, wait });
  print(command, await withProgress("waiting", sent), ({ reply, reminderId }) => [
    reply === undefined ? paint("dim", "no reply yet: see anima watch") : plain(reply),
    ...(reminderId === undefined ? [] : [paint("dim", `reminder ${reminderId} is set: see anima reminders`)]),
  ]);
}
