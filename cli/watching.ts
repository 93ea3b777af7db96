/** The commands that watch: status, logs, thoughts, and watch, live. */
import { Option, type Command } from "commander";
import {
  getHealth,
  getState,
  listBrilliantThoughts,
  listLogs,
  listThoughts,
  quietRuns,
  type HealthReport,
  type LogEntry,
  type State,
  type Thought,
} from "../client";
import { faultsOf, standingOf } from "../providers/standing";
import { serviceOf } from "./connection";
import { number } from "./input";
import { isJson, paint, plain, print, timeText } from "./output";

/** As many as a page holds, since those of a quiet night are one line. */
const ENTRIES_READ = 100;

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
    .option("-n, --limit <number>", "entries, a run of quiet ticks as one", number, 5)
    .option("--mood <mood>", "only in this mood")
    .action(async (query: { limit: number; mood?: LogEntry["mood"] }, command: Command) => {
      const limit = isJson(command) ? query.limit : Math.max(query.limit, ENTRIES_READ);
      print(command, await listLogs(serviceOf(command), { ...query, limit }), ({ logs }) =>
        quietRuns(logs, ({ quietSince }) => quietSince)
          .slice(0, query.limit)
          .flatMap((run) => (run.kind === "entry" ? logLines(run.entry) : quietLines(run.entries))),
      );
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
    .action(async (options: { for?: number }, command: Command) => {
      // Convex's client takes longer to load than most commands take.
      const { watch } = await import("./watch");
      await watch(command, options.for);
    });
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

/** Quiet ticks in a row, newest first, as one line. */
function quietLines([newest, ...others]: readonly [LogEntry, ...LogEntry[]]): string[] {
  return [`${timeText(newest.timestamp)} ${plain(newest.summary)} ${others.length + 1} ticks`, ""];
}

export function thoughtLine({ timestamp, tone, content, isBrilliant }: Thought): string {
  const mark = isBrilliant ? paint("yellow", " ★") : "";
  return `${timeText(timestamp)} ${paint("cyan", tone)}${mark} ${plain(content)}`;
}
