/** Links between memories: detected, made by hand, read. */
import { v, type Infer } from "convex/values";
import { internalMutation, internalQuery } from "../_generated/server";
import { currentSettings } from "../lib/currentSettings";
import * as Idempotency from "../lib/idempotency";
import * as Lease from "../lib/lease";
import { linkType } from "../lib/validators";
import * as Documents from "../search/documents";
import { embedding, embeddingOf, semanticNeighbors } from "../search/semanticNeighbors";
import * as LinkDetection from "./linkDetection";
import * as LinkSchedule from "./linkSchedule";
import * as Links from "./links";
import * as Memories from "./memories";

/** The memory that an id from outside names, with its embedding by `model`; null where it names none. */
export const source = internalQuery({
  args: { id: v.string(), model: v.union(v.null(), v.string()) },
  returns: v.union(
    v.null(),
    v.object({ memoryId: v.id("memories"), embedding: v.union(v.null(), embedding) }),
  ),
  handler: async (ctx, { id, model }) => {
    const memory = await Memories.byId(ctx, id);
    if (memory === null) return null;
    const text = await Documents.ofMemory(ctx, memory._id);
    const own = text === null || model === null ? null : await embeddingOf(ctx, text, model);
    return { memoryId: memory._id, embedding: own };
  },
});

const proposal = v.object({
  link: Links.outgoing,
  /** The target's. */
  content: v.string(),
  /** Whether the target was made after the source. */
  later: v.boolean(),
  /** Whether either is a reflection: it is about memories, so the type stays `related_to`. */
  reflective: v.boolean(),
});
export type Proposal = Infer<typeof proposal>;

/**
 * The links to make out of a memory, the strongest first, with what a model needs to judge them. `cited`: the memory is a
 * reflection that names what it is based on, so there is nothing to judge.
 */
export const detect = internalQuery({
  args: { memoryId: v.id("memories"), ...semanticNeighbors.fields },
  returns: v.object({ content: v.string(), cited: v.boolean(), proposals: v.array(proposal) }),
  handler: async (ctx, { memoryId, ...found }) => {
    const memory = await ctx.db.get("memories", memoryId);
    if (memory === null) throw new Error("a memory that was there is gone");
    const proposals = await LinkDetection.detect(ctx, memory, found);
    return {
      content: memory.content,
      cited: (memory.basedOn ?? []).length > 0,
      proposals: proposals.map(({ target, type, strength, confidence }) => ({
        link: { targetId: target._id, type, strength, confidence },
        content: target.content,
        later: target.createdAt > memory.createdAt,
        reflective: memory.type === "reflection" || target.type === "reflection",
      })),
    };
  },
});

const made = v.object({ linksCreated: v.array(Links.outgoing), totalLinks: v.number() });

/** Makes detected links, as far as they are not there yet and there is room. */
export const createDetected = internalMutation({
  args: {
    memoryId: v.id("memories"),
    links: v.array(Links.outgoing),
    claim: v.optional(Idempotency.claim),
  },
  returns: made,
  handler: async (ctx, { memoryId, links, claim }) => {
    const now = Date.now();
    const linksCreated: Links.Outgoing[] = [];
    for (const link of links) {
      const { targetId: target, ...facts } = link;
      // Either may have been erased since the links were looked for.
      if (!(await Memories.areThere(ctx, [memoryId, target]))) continue;
      const isNew = await Links.add(ctx, now, { source: memoryId, target, ...facts, detected: true });
      if (isNew) linksCreated.push(link);
    }
    const outcome = { linksCreated, totalLinks: (await Links.outgoingLinks(ctx, memoryId)).length };
    await Idempotency.settle(ctx, claim, outcome);
    return outcome;
  },
});

/** The first memory whose links are to be looked for; `now` is the time, in milliseconds. */
export const next = internalQuery({
  args: { now: v.number() },
  returns: v.union(v.null(), v.object({ memoryId: v.id("memories"), place: v.number() })),
  handler: (ctx, { now }) => LinkSchedule.next(ctx, now, currentSettings()),
});

/** A run has linked the memory at this place, or failed to. Whether the run goes on. */
export const noteLinked = internalMutation({
  args: { run: v.number(), place: v.number(), failed: v.boolean() },
  returns: v.boolean(),
  handler: (ctx, looked) => LinkSchedule.noteLinked(ctx, Date.now(), looked),
});

/** Ends a run. */
export const endRun = internalMutation({
  args: { run: v.number() },
  returns: v.null(),
  handler: async (ctx, { run }) => {
    await Lease.release(ctx, "links", run);
    return null;
  },
});

/** Makes one link by hand; `id` and `targetId` are from outside. An existing one stays as it is. */
export const createManual = internalMutation({
  args: {
    id: v.string(),
    targetId: v.string(),
    type: linkType,
    strength: v.number(),
    confidence: v.number(),
    claim: v.optional(Idempotency.claim),
  },
  returns: v.union(
    v.object({ kind: v.literal("made"), ...made.fields }),
    v.object({ kind: v.literal("unknown"), id: v.string() }),
    v.object({ kind: v.literal("itself") }),
    v.object({ kind: v.literal("full"), most: v.number() }),
  ),
  handler: async (ctx, { id, targetId, claim, ...fields }) => {
    const [from, to] = [await Memories.byId(ctx, id), await Memories.byId(ctx, targetId)];
    if (from === null) return { kind: "unknown" as const, id };
    if (to === null) return { kind: "unknown" as const, id: targetId };
    if (from._id === to._id) return { kind: "itself" as const };
    const link = { source: from._id, target: to._id, ...fields };
    const added = await Links.add(ctx, Date.now(), { ...link, detected: false });
    const existing = await Links.outgoingLinks(ctx, from._id);
    const there = existing.some(({ target, type }) => target === to._id && type === fields.type);
    if (!there) return { kind: "full" as const, most: Links.MAX_OUT };
    const outcome = { linksCreated: added ? [Links.toOutgoing(link)] : [], totalLinks: existing.length };
    await Idempotency.settle(ctx, claim, outcome);
    return { kind: "made" as const, ...outcome };
  },
});
