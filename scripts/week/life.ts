/** One life through the week: the service in this process, its clock moved, and all that a person could read of it. */
import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import * as Client from "../../client";
import { callFunction, type Host, startHost } from "convex-on-sqlite";
import { processLogger } from "convex-on-sqlite/process";
import { localMoment } from "../../mind/time/calendarDay";
import { projectRoot } from "../start/root";
import { MovedClock } from "./clock";
import type { WeekEvent, WeekNote } from "./material";

export const TIME_ZONE = "Europe/Berlin";
/** Monday, 12 October, as the events say. */
const FIRST_DAY = 12;
const TOKEN = "token-of-the-simulated-week";
/** In this night the machine sleeps. */
const ASLEEP = { day: 3, from: "01:00", to: "04:00" };
const PAGE = 100;

/** A local time of the week's day, 1 to 7, such as "2026-10-12T18:00". */
export function localTimeIn(day: number, at: string): string {
  return `2026-10-${FIRST_DAY + day - 1}T${at}`;
}

/** The moment of a local time of the week's day, 1 to 7, in ms since the epoch. */
export function momentIn(day: number, at: string): number {
  const moment = localMoment(localTimeIn(day, at), TIME_ZONE);
  if (moment === null) throw new Error(`day ${day}, ${at} is no time of the week`);
  return moment;
}

/** What came of a life, each list oldest first. */
export type Lived = Awaited<ReturnType<typeof live>>;

/** What is to happen in a life of this name. */
export interface Life {
  readonly name: string;
  /** In ms since the epoch. */
  readonly end: number;
  readonly events: readonly WeekEvent[];
  readonly notes: readonly WeekNote[];
  /** The service's settings. */
  readonly env: Readonly<Record<string, string>>;
}

/** Lives through the first days of the week. The clock of this process is moved meanwhile. */
export async function live({ name, end, events, notes, env }: Life) {
  const startedAt = performance.now();
  const clock = new MovedClock(momentIn(1, "00:00"));
  let host: Host | undefined;
  try {
    host = await startHost({
      functionsDir: join(projectRoot, "convex"),
      // A process keeps the environment of each build.
      outDir: join(projectRoot, ".host", `week-${name}`),
      dataDir: mkdtempSync(join(tmpdir(), "anima-week-")),
      hostname: "127.0.0.1",
      port: 0,
      keepTime: { confirmedMs: null },
      env: {
        ...{ TICK_TOKEN: TOKEN, AGENT_TIMEZONE: TIME_ZONE },
        ...{ RATE_LIMIT_TICK: "0", RATE_LIMIT_WRITE: "0", RATE_LIMIT_READ: "0" },
        ...env,
      },
      log: processLogger("error"),
      synchronous: "NORMAL",
      prepare: async (engine) => {
        await callFunction(engine, "mutation", "service/functions:started", { afterCrash: false });
      },
    });
    const service = Client.connect(host.url, { tokens: { write: TOKEN } });
    const moments = [
      ...events.map(({ day, at, type, content, impact }) => ({
        at: momentIn(day, at),
        happen: () => Client.feed(service, { type, content, impact }),
      })),
      ...notes.map(({ day, at, from, text }) => ({
        at: momentIn(day, at),
        happen: () => Client.wake(service, { note: text, from }),
      })),
      { at: momentIn(ASLEEP.day, ASLEEP.from), happen: null },
    ].sort((a, b) => a.at - b.at);
    for (const { at, happen } of moments.filter((moment) => moment.at <= end)) {
      await clock.runTo(host.engine, at);
      if (happen === null) await clock.sleepTo(host.engine, momentIn(ASLEEP.day, ASLEEP.to));
      else await happen();
    }
    await clock.runTo(host.engine, end);
    const lived = await readAll(service);
    return { ...lived, seconds: (performance.now() - startedAt) / 1_000 };
  } finally {
    await host?.stop(10_000);
    clock.restore();
  }
}

async function readAll(service: Client.Service) {
  return {
    logs: await all((page) => Client.listLogs(service, page), "logs"),
    notes: await all((page) => Client.listNotes(service, { ...page, scope: "*" }), "notes"),
    artifacts: await all((page) => Client.listArtifacts(service, page), "artifacts"),
    thoughts: await all((page) => Client.listThoughts(service, page), "thoughts"),
    memories: await all((page) => Client.listMemories(service, { ...page, scope: "*" }), "memories"),
  };
}

/** All items of a list, oldest first. */
async function all<Name extends string, Item>(
  read: (page: { limit: number; offset: number }) => Promise<{ readonly [_ in Name]: readonly Item[] }>,
  name: Name,
): Promise<Item[]> {
  const items: Item[] = [];
  for (;;) {
    const page = (await read({ limit: PAGE, offset: items.length }))[name];
    items.push(...page);
    if (page.length < PAGE) return items.toReversed();
  }
}
