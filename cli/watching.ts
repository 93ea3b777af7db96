/** The commands that watch: status, logs, thoughts, and watch, live. */
import { Option, type Command } from "commander";
import { ConvexClient } from "convex/browser";
import { makeFunctionReference, type FunctionReference } from "convex/server";
import WebSocket from "ws";
import {
  getHealth,
  getState,
  listBrilliantThoughts,
  listLogs,
  listThoughts,
  type HealthReport,
  type LogEntry,
  type Note,
  type State,
  type Thought,
} from "../client";
import { faultsOf, standingOf } from "../providers/standing";
import { serviceOf, target } from "./connection";
import { number } from "./input";
import { isJson, paint, plain, print, timeText } from "./output";

export function addWatching(program: Command): void {
  program
    .command("status")
    .description("how the agent and the service are")
    .action(async (_options: object, command: Command) => {
      const service = serviceOf(command);
      const [state, health] = await Promise.all([getState(service), getHealth(service)]);
      print(command, { ...health, state }, () => statusLines(state, health));
    });
  program
    .command("logs")
    .description("the agent's log, newest first")
    .option("-n, --limit <number>", "entries", number, 5)
    .option("--mood <mood>", "only in this mood")
    .action(async (query: { limit: number; mood?: LogEntry["mood"] }, command: Command) => {
      print(command, await listLogs(serviceOf(command), query), ({ logs }) => logs.flatMap(logLines));
    });
  program
    .command("thoughts")
    .description("the agent's thoughts, newest first")
    .option("-n, --limit <number>", "thoughts", number, 10)
    .option("--brilliant", "only moments of brilliance")
    .action(async ({ limit, brilliant }: { limit: number; brilliant?: true }, command: Command) => {
      const list = brilliant === true ? listBrilliantThoughts : listThoughts;
      print<{ thoughts: readonly Thought[] }>(
        command,
        await list(serviceOf(command), { limit }),
        ({ thoughts }) => thoughts.map(thoughtLine),
      );
    });
  program
    .command("watch")
    .description("state, notes, replies and thoughts as they come, until Ctrl-C")
    .addOption(new Option("--for <seconds>", "end after so long").argParser(number))
    .action((options: { for?: number }, command: Command) => watch(command, options.for));
}

function statusLines({ mood, health, volatility, routine, summary }: State, report: HealthReport): string[] {
  const standing = standingOf(report);
  return [
    `${paint("bold", mood)}, health ${Math.round(health)}, volatility ${volatility.toFixed(2)}, ${routine}`,
    plain(summary),
    `last tick ${timeText(report.lastTick)}, ${report.tickCount} in all; model ${report.model}; anima ${report.version}`,
    ...(standing === "degraded" ? [paint("yellow", standing)] : []),
    ...(standing === "journal" ? ["journal: no model is set; for one: anima setup"] : []),
    ...faultsOf(report.checks).map(([name, reason]) => `  ${name}: ${reason}`),
  ];
}

function logLines({ timestamp, mood, health, detail, remark }: LogEntry): string[] {
  const said = remark === undefined ? [] : [paint("italic", plain(remark))];
  return [
    `${timeText(timestamp)} ${paint("bold", mood)}, health ${Math.round(health)}`,
    plain(detail),
    ...said,
    "",
  ];
}

function thoughtLine({ timestamp, tone, content, isBrilliant }: Thought): string {
  const mark = isBrilliant ? paint("yellow", " ★") : "";
  return `${timeText(timestamp)} ${paint("cyan", tone)}${mark} ${plain(content)}`;
}

type Live<Answer> = FunctionReference<"query", "public", { limit?: number; token?: string }, Answer>;
const STATE: Live<State> = makeFunctionReference("state:get");
const NOTES: Live<Note[]> = makeFunctionReference("notes:recent");
const THOUGHTS: Live<Thought[]> = makeFunctionReference("consciousness:recentThoughts");
/** More than come at once. */
const RECENT = 20;

/** Prints what is there and then each change, through the genuine Convex client. */
async function watch(command: Command, seconds: number | undefined): Promise<void> {
  // Fails at once, and says why, where the live client would try on in silence.
  await getState(serviceOf(command));
  const json = isJson(command);
  const show = (kind: string, fields: object, line: string): void =>
    void process.stdout.write(`${json ? JSON.stringify({ kind, ...fields }) : line}\n`);
  const { address, tokens } = target(command);
  const token = tokens.read || tokens.write || tokens.tick;
  const access = token === undefined ? {} : { token };
  const client = new ConvexClient(address, {
    webSocketConstructor: WebSocket as unknown as typeof globalThis.WebSocket,
    skipConvexDeploymentUrlCheck: true,
  });
  const known = new Set<string>();
  const isNew = (key: string): boolean => !known.has(key) && known.add(key).has(key);

  client.onUpdate(STATE, access, (state) => {
    const { mood, health, routine, summary } = state;
    const line = `${timeText(Date.now())} ${paint("bold", mood)}, health ${Math.round(health)}, ${routine}: ${plain(summary)}`;
    if (isNew(JSON.stringify(state))) show("state", state, line);
  });
  client.onUpdate(NOTES, { ...access, limit: RECENT }, (notes) => {
    for (const note of notes.toReversed()) {
      const { _id, from, reply, receivedAt, repliedAt } = note;
      const said = `${timeText(receivedAt)} ${paint("green", plain(from ?? "note"))} ${plain(note.note)}`;
      if (isNew(_id)) show("note", note, said);
      if (reply !== undefined && isNew(`${_id} reply`))
        show("reply", note, `${timeText(repliedAt ?? 0)} ${paint("magenta", "reply")} ${plain(reply)}`);
    }
  });
  client.onUpdate(THOUGHTS, { ...access, limit: RECENT }, (thoughts) => {
    for (const thought of thoughts.toReversed())
      if (isNew(thought._id)) show("thought", thought, thoughtLine(thought));
  });
  await new Promise<void>((resolve) => {
    process.once("SIGINT", resolve).once("SIGTERM", resolve);
    if (seconds !== undefined) setTimeout(resolve, seconds * 1000);
  });
  await client.close();
}
