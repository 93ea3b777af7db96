/** Creating links between memories. */
import { v } from "convex/values";
import { internalMutation, internalQuery } from "../_generated/server";
import { vectorBy } from "../embeddings/vectors";
import * as Audit from "../audit/audit";
import { ChangeSet } from "../changes/changes";
import { documentById } from "../lib/documentsById";
import * as Idempotency from "../idempotency/idempotency";
import * as Documents from "../search/documents";
import { embedding } from "../search/semanticNeighbors";
import * as Links from "./links";
import * as Memories from "./memories";

/** The memory with a caller's id, with its embedding by `model` if it has one; null if there is none. */
export const source = internalQuery({
  args: { id: v.string(), model: v.union(v.null(), v.string()) },
  returns: v.union(
    v.null(),
    v.object({ memoryId: v.id("memories"), scope: v.string(), embedding: v.union(v.null(), embedding) }),
  ),
  handler: async (ctx, { id, model }) => {
    const memory = await documentById(ctx, "memories", id);
    if (memory === null) return null;
    const document = model === null ? null : await Documents.ofMemory(ctx, memory._id);
    const vector = model === null || document === null ? null : await vectorBy(ctx, model, document._id);
    const { _id: memoryId, scope } = memory;
    return { memoryId, scope, embedding: model === null || vector === null ? null : { model, vector } };
  },
});

const created = v.object({ linksCreated: v.array(Links.outgoing), totalLinks: v.number() });

/** Creates those detected links that do not exist yet, up to the memory's maximum. */
export const createDetected = internalMutation({
  args: {
    memoryId: v.id("memories"),
    links: v.array(Links.outgoing),
    /** The number of the run, if a run links several memories. */
    run: v.optional(v.number()),
    claim: v.optional(Idempotency.claim),
  },
  returns: created,
  handler: async (ctx, { memoryId, links, run, claim }) => {
    const now = Date.now();
    const by = claim === undefined ? "self" : "world";
    const opening = { kind: "links", by, who: claim?.who } as const;
    const set = new ChangeSet(ctx, now, run === undefined ? opening : { ...opening, run });
    const linksCreated: Links.Outgoing[] = [];
    for (const link of links) {
      const { targetId: target, ...facts } = link;
      // Either memory may have been erased since the link was detected.
      if (!(await Memories.areThere(ctx, [memoryId, target]))) continue;
      const isNew = await Links.add(ctx, now, { source: memoryId, target, ...facts, detected: true }, set);
      if (isNew) linksCreated.push(link);
    }
    await Audit.record(ctx, claim, [memoryId, ...linksCreated.map(({ targetId }) => targetId)]);
    const outcome = { linksCreated, totalLinks: (await Links.outgoingLinks(ctx, memoryId)).length };
    await Idempotency.settle(ctx, claim, outcome);
    return outcome;
  },
});

/** Creates one link for a caller, who sends `id` and `targetId`. An existing link stays as it is. */
export const createManual = internalMutation({
  args: Links.facts.extend({ id: v.string(), targetId: v.string(), claim: v.optional(Idempotency.claim) }),
  returns: v.union(
    created.extend({ kind: v.literal("made") }),
    v.object({ kind: v.literal("unknown"), id: v.string() }),
    v.object({ kind: v.literal("itself") }),
    v.object({ kind: v.literal("other scope") }),
    v.object({ kind: v.literal("full"), most: v.number() }),
  ),
  handler: async (ctx, { id, targetId, claim, ...facts }) => {
    const [from, to] = [
      await documentById(ctx, "memories", id),
      await documentById(ctx, "memories", targetId),
    ];
    if (from === null) return { kind: "unknown" as const, id };
    if (to === null) return { kind: "unknown" as const, id: targetId };
    if (from._id === to._id) return { kind: "itself" as const };
    if (from.scope !== to.scope) return { kind: "other scope" as const };
    const link = { source: from._id, target: to._id, ...facts, detected: false };
    const now = Date.now();
    const set = new ChangeSet(ctx, now, { kind: "links", by: "world", who: claim?.who });
    const isNew = await Links.add(ctx, now, link, set);
    const existing = await Links.outgoingLinks(ctx, from._id);
    if (!existing.some(({ target, type }) => target === to._id && type === facts.type))
      return { kind: "full" as const, most: Links.MAX_OUT };
    const linksCreated = isNew ? [{ targetId: to._id, ...facts }] : [];
    await Audit.record(ctx, claim, [from._id, to._id]);
    const outcome = { linksCreated, totalLinks: existing.length };
    await Idempotency.settle(ctx, claim, outcome);
    return { kind: "made" as const, ...outcome };
  },
});
