/**
 * What depends on a row: what cites it, and what was written by those who were shown it. Plans follow both from every row that
 * they name, so an erasure goes through every kind of row. docs/erasure.md states the rule.
 */
import type { DependentKind } from "../../mind/enums";
import type { Doc } from "../_generated/dataModel";
import type { QueryCtx } from "../_generated/server";
import { ERASED } from "../agent/notes";
import * as Citations from "../citations/citations";
import { documentsLeft } from "../lib/documentsById";
import { takeWithinBudget } from "../lib/withinBudget";
import { stringsIn } from "../lib/jsonText";

/** The citations of a row created at `at` or later, oldest first, at most `limit`. */
export async function citationsOf(ctx: QueryCtx, id: string, at: number, limit: number) {
  const cited = ctx.db
    .query("citations")
    .withIndex("by_source", (q) => q.eq("source", id).gte("_creationTime", at));
  return await takeWithinBudget(cited, limit);
}

/** The row that a plan names with this id: whether it holds only a tick's words; null if the plan does not name it. */
export type Named = (id: string) => Promise<{ readonly isWords: boolean } | null>;

/**
 * How a plan reaches the words of a tick. `all`: the tick was shown a planned row, or stored it. `traced`: it was only shown
 * words that other ticks wrote over one, or its receipt can't rule that out; then only texts that hold the row's words count.
 */
export async function reachOf(tick: Doc<"ticks">, named: Named): Promise<"all" | "traced" | null> {
  const { author, shown, used, written } = tick;
  if (shown === undefined || written === undefined) return null;
  const byJournal = author === "reflex";
  // The journal names what it quotes, except in replies.
  const drawn = byJournal && written.answered.length === 0 ? (used ?? shown) : shown;
  const { logEntries, artifacts = [], turns = [], themes = 0 } = shown;
  // A theme sums up many memories, and receipts used to give only the number of log entries.
  const unknown = !byJournal && (themes > 0 || (logEntries === undefined && shown.logs > 0));
  let reach: "traced" | null = unknown ? "traced" : null;
  for (const id of new Set<string>([
    ...shown.events,
    ...drawn.memories,
    ...drawn.knowledge,
    ...written.memories,
    ...(logEntries ?? []),
    ...artifacts,
    ...turns,
  ])) {
    const row = await named(id);
    if (row?.isWords === false) return "all";
    if (row !== null) reach = "traced";
  }
  return reach;
}

/** A text that a tick wrote, and the texts of its own that it may have its words from. */
interface Written {
  readonly kind: DependentKind;
  readonly id: string;
  readonly texts: readonly (string | undefined)[];
  readonly own: readonly string[];
}

/** What a tick wrote and is still stored. The texts of planned events are no sources of its own. */
export async function writtenBy(ctx: QueryCtx, tick: Doc<"ticks">, named: Named): Promise<Written[]> {
  const { shown, written } = tick;
  if (shown === undefined || written === undefined) return [];
  const events = new Map<string, string[]>();
  for (const event of await documentsLeft(ctx, "events", shown.events))
    events.set(event._id, (await named(event._id)) === null ? textsOf(event) : []);
  const own = [...events.values()].flat();
  const log = await ctx.db.get("logs", written.log);
  const learned = [];
  for (const { _id: id, content } of await documentsLeft(ctx, "memories", written.memories)) {
    const cited = (await Citations.sourcesOf(ctx, id)).flatMap(({ source }) => events.get(source) ?? null);
    // A memory that it only reinforced cites none of its events.
    if (cited.some((texts) => texts !== null))
      learned.push({
        kind: "memory" as const,
        id,
        texts: [content],
        own: cited.filter((text) => text !== null),
      });
  }
  return [
    ...(log === null
      ? []
      : [{ kind: "log" as const, id: log._id, texts: [log.summary, log.detail, log.remark], own }]),
    ...(await documentsLeft(ctx, "artifacts", written.artifacts)).map(({ _id: id, content }) => ({
      ...{ kind: "artifact" as const, id, texts: [content], own },
    })),
    ...(await documentsLeft(ctx, "events", written.answered)).flatMap(({ _id: id, reply }) =>
      reply?.tickId === tick._id && reply.text !== ERASED
        ? [{ kind: "reply" as const, id, texts: [reply.text], own }]
        : [],
    ),
    ...(await documentsLeft(ctx, "reminders", written.reminders ?? [])).map(({ _id: id, text }) => ({
      ...{ kind: "reminder" as const, id, texts: [text], own },
    })),
    ...(await documentsLeft(ctx, "events", written.due ?? [])).map(({ _id: id, content }) => ({
      ...{ kind: "event" as const, id, texts: [content], own },
    })),
    ...learned,
  ];
}

function textsOf({ content, source, metadata }: Doc<"events">): string[] {
  const from = source.kind === "feed" ? undefined : source.from;
  return [content, ...(from === undefined ? [] : [from]), ...stringsIn(metadata)];
}
