/** What a person would have read of a life, day by day, and its figures. */
import { quietRuns, type LogEntry } from "../../client";
import { dayAndClock, localTime, weekdayAndDay } from "../../mind/time/calendarDay";
import { commonestForm } from "./forms";
import { momentIn, TIME_ZONE, type Lived } from "./life";
import type { WeekEvent, WeekNote } from "./material";

/** A tick comes every five minutes. */
const ON_TIME_MS = 6 * 60_000;

interface Told {
  readonly events: readonly WeekEvent[];
  readonly notes: readonly WeekNote[];
}

interface Line {
  readonly at: number;
  readonly text: string;
}

/** The log as it is read: quiet ticks in a row are one line, with the words of the last. */
function logLines({ logs }: Lived): Line[] {
  return quietRuns<LogEntry>(logs, ({ quietSince }) => quietSince).map((run) => {
    if (run.kind === "entry") return { at: run.entry.timestamp, text: run.entry.summary };
    const last = run.entries.at(-1) ?? run.entries[0];
    return { at: run.entries[0].timestamp, text: `${last.summary} · ${run.entries.length} ticks` };
  });
}

export function figuresOf(lived: Lived, { events, notes }: Told): Record<string, string> {
  const holds = (texts: readonly { readonly content: string }[], text: string) =>
    texts.some(({ content }) => content.includes(text));
  const [alerts, due] = [
    lived.artifacts.filter(({ type }) => type === "alert"),
    events.filter(({ alert }) => alert === true),
  ];
  const asked = notes.flatMap(({ remindAt }) =>
    remindAt === undefined ? [] : [momentIn(remindAt.day, remindAt.at)],
  );
  const end = lived.logs.at(-1)?.timestamp ?? 0;
  const passed = asked.filter((moment) => moment <= end);
  const read = logLines(lived).map(({ text }) => text.replace(/ · \d+ ticks$/, ""));
  const names = [...new Set(notes.map(({ from }) => from))];
  const { form, share } = commonestForm(read, names);
  return {
    "answered/asked": `${lived.notes.filter(({ reply }) => reply !== undefined).length}/${notes.length}`,
    "by the model": String(lived.notes.filter(({ repliedBy }) => repliedBy === "model").length),
    "alerts raised/due": `${due.filter(({ content }) => holds(alerts, content)).length}/${due.length}, ${alerts.length} in all`,
    "facts kept/told": `${events.filter(({ content }) => holds(lived.memories, content)).length}/${events.length}`,
    "reminders told/asked": `${passed.filter((moment) => isTold(lived, moment)).length}/${passed.length}`,
    "entries read/ticks": `${read.length}/${lived.logs.length}`,
    thoughts: String(lived.thoughts.length),
    "commonest form": `${(100 * share).toFixed(0)} % "${form.slice(0, 60)}"`,
    seconds: lived.seconds.toFixed(0),
  };
}

/** Whether the reminder for this moment was told at the next tick. */
function isTold({ artifacts }: Lived, moment: number): boolean {
  const opening = `Reminder for ${dayAndClock(moment, TIME_ZONE)}`;
  return artifacts.some(
    ({ content, timestamp }) => content.startsWith(opening) && timestamp <= moment + ON_TIME_MS,
  );
}

/** A life as Markdown: each day's log, notes with their replies, reminders, alerts and thoughts in one order of time. */
export function transcriptOf(name: string, lived: Lived): string {
  const lines: Line[] = [
    ...logLines(lived),
    ...lived.notes.flatMap(({ from = "a note", note, reply, receivedAt, repliedAt = 0, repliedBy }) => [
      { at: receivedAt, text: `**${from}: ${note}**` },
      ...(reply === undefined
        ? []
        : [{ at: repliedAt, text: `→ ${from} (${repliedBy}): ${reply.replaceAll("\n", " / ")}` }]),
    ]),
    ...lived.artifacts.map(({ type, content, timestamp }) => ({
      at: timestamp,
      text: `*${type}:* ${content}`,
    })),
    ...lived.thoughts.map(({ content, timestamp }) => ({ at: timestamp, text: `*thought:* ${content}` })),
  ];
  const days = new Map<string, string[]>();
  for (const { at, text } of lines.toSorted((a, b) => a.at - b.at)) {
    const day = weekdayAndDay(at, TIME_ZONE);
    days.set(day, [...(days.get(day) ?? []), `- ${localTime(at, TIME_ZONE).clock} ${text}`]);
  }
  const told = [...days].map(([day, ofDay]) => `## ${day}\n\n${ofDay.join("\n")}`);
  return `# A week ${name}\n\n${told.join("\n\n")}\n`;
}
