/** Proves an erasure: after the last row is erased, excerpts of the texts are searched for, and looked for in every list. */
import { beginningOf } from "../../mind/text/truncate";
import { normalForm } from "../../mind/text/normalForm";
import type { Doc } from "../_generated/dataModel";
import type { MutationCtx, QueryCtx } from "../_generated/server";
import * as Agent from "../agent/state";
import * as Artifacts from "../agent/artifacts";
import * as Inbox from "../agent/inbox";
import * as Logs from "../agent/logs";
import * as Notes from "../agent/notes";
import { KEPT_MS } from "../lib/audit";
import * as KnowledgeItems from "../knowledge/items";
import * as KnowledgeLists from "../knowledge/lists";
import * as PurgeDue from "../lib/purgeDue";
import { documentsById } from "../lib/documentsById";
import { takeWithinBudget } from "../lib/withinBudget";
import * as Memories from "../memories/memories";
import * as Reminders from "../reminders/reminders";
import * as Documents from "../search/documents";
import { memoryHits } from "../search/retrieval";
import * as Thoughts from "../thoughts/reads";
import type { Changes } from "./plan";
import { stringsIn, stringsOf } from "../lib/jsonText";
import { named } from "./sources";

type Erasure = Doc<"erasures">;
type Probe = Erasure["probes"][number];

const MAX_PROBES = 8;
/** The longest excerpt, and the shortest in normal form, in UTF-16 units. Shorter texts would be found by chance. */
const MAX_LENGTH = 120;
const MIN_LENGTH = 8;

/** Excerpts of up to eight selected items, evenly spread. Call it before anything is erased. */
export async function excerpts(ctx: MutationCtx, { _id, matched }: Erasure): Promise<Probe[]> {
  const selected = Object.values(matched).reduce((sum, count) => sum + count, 0);
  const many = Math.min(selected, MAX_PROBES);
  const probes: Probe[] = [];
  for (let i = 0; i < many; i++) {
    const item = await ctx.db
      .query("erasureItems")
      .withIndex("by_number", (q) => q.eq("erasureId", _id).eq("number", Math.floor((i * selected) / many)))
      .unique();
    const [whole = ""] = (item && (await named(ctx, item.id)))?.texts() ?? [];
    const text = beginningOf(whole, MAX_LENGTH);
    if (item !== null && normalForm(text).length >= MIN_LENGTH)
      probes.push({ kind: item.kind, text, foundIn: [] });
  }
  return probes;
}

/** The most search hits that are compared with the excerpt. A text that holds it is among the first. */
const MAX_HITS = 16;
/** How many of the newest rows of each list are checked: the largest page. */
const PAGE = { limit: 100, offset: 0 };

/** The newest rows of each list, as callers see them. */
const LISTS: readonly (readonly [string, (ctx: QueryCtx) => Promise<unknown>])[] = [
  ["memories", async (ctx) => (await Memories.list(ctx, PAGE)).memories],
  ["knowledge", knowledgePage],
  ["thoughts", async (ctx) => (await Thoughts.page(ctx, { list: Thoughts.LIST, ...PAGE })).thoughts],
  ["events", async (ctx) => (await Inbox.list(ctx, PAGE)).events],
  ["notes", async (ctx) => (await Notes.list(ctx, PAGE)).notes],
  ["artifacts", async (ctx) => (await Artifacts.list(ctx, PAGE)).artifacts],
  ["logs", async (ctx) => (await Logs.list(ctx, PAGE)).logs],
  ["reminders", async (ctx) => (await Reminders.list(ctx, PAGE)).reminders],
  ["imports", waitingTexts],
  ["state", async (ctx) => (await Agent.state(ctx)).summary],
];

/** Takes one step: searches for one excerpt, or looks for all of them in one list. Returns the changes to the plan's row. */
export async function step(ctx: MutationCtx, now: number, erasure: Erasure): Promise<Changes> {
  const { probes, probed } = erasure;
  const [searched, list] = [probes[probed], LISTS[probed - probes.length]];
  if (searched !== undefined) {
    const found = (await searchFinds(ctx, searched.text ?? "")) ? ["search"] : [];
    const next = probes.with(probed, { ...searched, foundIn: [...searched.foundIn, ...found] });
    return { probes: next, probed: probed + 1 };
  }
  if (list !== undefined && probes.length > 0) {
    const [name, read] = list;
    const shown = stringsOf(await read(ctx)).map(normalForm);
    const holds = ({ text = "" }: Probe) => shown.some((one) => one.includes(normalForm(text)));
    const next = probes.map((probe) =>
      holds(probe) ? { ...probe, foundIn: [...probe.foundIn, name] } : probe,
    );
    return { probes: next, probed: probed + 1 };
  }
  // The excerpts are deleted only now, so the files need another purge.
  await PurgeDue.request(ctx, now);
  return {
    status: "done",
    endedAt: now,
    expiresAt: now + KEPT_MS,
    probes: probes.map(({ kind, foundIn }) => ({ kind, foundIn })),
  };
}

/** Whether a search by the words of an excerpt returns a memory that holds it. */
async function searchFinds(ctx: QueryCtx, text: string): Promise<boolean> {
  const hits = await memoryHits(ctx, { query: text, vectorHits: null });
  const sought = normalForm(text);
  for (const { document } of hits.slice(0, MAX_HITS)) {
    const { content } = await Documents.memoryOf(ctx, document);
    if (normalForm(content).includes(sought)) return true;
  }
  return false;
}

/** What lines of imports hold that wait, the newest first. */
async function waitingTexts(ctx: QueryCtx): Promise<unknown> {
  const lines = ctx.db.query("importWaiting").order("desc");
  const { rows } = await takeWithinBudget(lines, PAGE.limit, { maxBytes: MAX_CONTENT_BYTES });
  return rows.map(({ line }) => stringsIn(line));
}

async function knowledgePage(ctx: QueryCtx): Promise<unknown> {
  const page = await KnowledgeLists.page(ctx, PAGE);
  const items = await documentsById(ctx, "knowledge", page?.ids ?? []);
  const rows = KnowledgeItems.withinBytes(items, (item) => item, MAX_CONTENT_BYTES);
  return await Promise.all(rows.map((row) => KnowledgeItems.toPublic(ctx, row)));
}

const MAX_CONTENT_BYTES = 4 * 1024 * 1024;
