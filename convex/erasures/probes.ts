/** Proves an erasure: after the last row is erased, excerpts of the texts are searched for, and looked for in every table with texts. */
import { beginningOf } from "../../mind/text/truncate";
import { normalForm } from "../../mind/text/normalForm";
import type { Doc } from "../_generated/dataModel";
import type { MutationCtx, QueryCtx } from "../_generated/server";
import { AUDIT_KEPT_MS } from "../audit/rows";
import * as PurgeDue from "../lib/purgeDue";
import { takeWithinBudget } from "../lib/withinBudget";
import { ALL } from "../registry/tables";
import { memoryOf } from "../memories/memoryOf";
import { memoriesWithText } from "../memories/equalTexts";
import { analyzedText } from "../memories/newMemory";
import { textHits } from "../search/textIndex";
import type { Changes } from "./plan";
import { named, textsOf } from "./sources";

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
    const row = item && (await named(ctx, item.id));
    const [whole = ""] = row === null ? [] : textsOf(row);
    const text = beginningOf(whole, MAX_LENGTH);
    if (item !== null && normalForm(text).length >= MIN_LENGTH)
      probes.push({ kind: item.kind, text, foundIn: [] });
  }
  return probes;
}

/** The most hits of the index that are compared with the excerpt. A text that holds it is among the first. */
const MAX_HITS = 16;
/** How many of the newest rows of each table are checked, and how many bytes of them: normalising takes a fifth of a second a megabyte. */
const MAX_ROWS = 100;
const MAX_BYTES = 1.5 * 1024 * 1024;

/** The tables whose rows hold texts of people or of the model. */
const WITH_TEXTS = ALL.filter(({ texts }) => texts !== undefined);

/** Takes one step: searches for one excerpt, or looks for all of them in one table. Returns the changes to the plan's row. */
export async function step(ctx: MutationCtx, now: number, erasure: Erasure): Promise<Changes> {
  const { _id, probes, probed } = erasure;
  const [searched, table] = [probes[probed], WITH_TEXTS[probed - probes.length]];
  if (searched !== undefined) {
    const found = (await searchFinds(ctx, searched.text ?? "")) ? ["search"] : [];
    const next = probes.with(probed, { ...searched, foundIn: [...searched.foundIn, ...found] });
    return { probes: next, probed: probed + 1 };
  }
  if (table !== undefined && probes.length > 0) {
    const newest = ctx.db.query(table.name).order("desc");
    // The plan itself keeps the excerpts until the end.
    const { rows } = await takeWithinBudget(newest, MAX_ROWS, {
      maxBytes: MAX_BYTES,
      keep: (row) => row._id !== _id,
    });
    const texts = rows.flatMap((row) => table.texts?.(row) ?? []).map((text = "") => normalForm(text));
    const next = probes.map((probe) =>
      texts.some((text) => text.includes(normalForm(probe.text ?? "")))
        ? { ...probe, foundIn: [...probe.foundIn, table.name] }
        : probe,
    );
    return { probes: next, probed: probed + 1 };
  }
  // The excerpts are deleted only now, so the storage needs another purge.
  await PurgeDue.request(ctx, now);
  return {
    status: "done",
    endedAt: now,
    expiresAt: now + AUDIT_KEPT_MS,
    probes: probes.map(({ kind, foundIn }) => ({ kind, foundIn })),
  };
}

/** Whether the words of an excerpt lead to a memory that holds it: by the index from which searches take what they rank, or as its text. */
async function searchFinds(ctx: QueryCtx, text: string): Promise<boolean> {
  const { parsed, idf } = await analyzedText(ctx, text);
  const sought = normalForm(text);
  for (const document of await textHits(ctx, parsed.terms, idf, { space: "memory" }, MAX_HITS)) {
    const { content } = await memoryOf(ctx, document);
    if (normalForm(content).includes(sought)) return true;
  }
  return (await memoriesWithText(ctx, text, undefined, "newest", 1)).length > 0;
}
