/** The transactions of thinking; the actions that call them are in think.ts. */
import { literals } from "convex-helpers/validators";
import { v } from "convex/values";
import { sourcesOf } from "../../mind/scopes";
import { SHOWN_THOUGHTS } from "../../mind/thoughts/thoughtMaterial";
import { internalMutation, internalQuery } from "../_generated/server";
import * as Agent from "../agent/state";
import * as Audit from "../audit/audit";
import { currentSettings } from "../lib/currentSettings";
import * as Citations from "../citations/citations";
import * as ErasureEpoch from "../lib/erasureEpoch";
import * as Idempotency from "../idempotency/idempotency";
import * as Lease from "../leases/lease";
import { mood } from "../lib/validators";
import * as ThoughtReflections from "./thoughtReflections";
import * as ThoughtSchedule from "./schedule";
import * as ThoughtSeeds from "./seeds";
import * as Thoughts from "./thoughts";
import * as Reads from "./reads";

const thought = Thoughts.seededThought;

/** The erasure epoch before an action reads what it thinks about; the mutations below take it. */
export const epoch = internalQuery({
  args: {},
  returns: v.number(),
  handler: (ctx) => ErasureEpoch.current(ctx),
});

/** The stored part of `ThoughtMaterial` (mind/thoughts/thoughtMaterial) for a thought on these memories and events. */
export const context = internalQuery({
  args: { sourceIds: v.array(v.string()) },
  returns: v.object({ mood, earlier: v.array(Reads.publicThought) }),
  handler: async (ctx, { sourceIds }) => ({
    mood: (await Agent.state(ctx)).mood,
    earlier: await Reads.newestOf(
      ctx,
      sourcesOf(await ThoughtSeeds.scopeOfSources(ctx, sourceIds)),
      SHOWN_THOUGHTS,
    ),
  }),
});

/**
 * Saves a requested thought and provides the claim with the answer: the thought, `filtered` and `processTime` (ms so far). Null,
 * and nothing written, where something was erased after `epoch`.
 */
export const save = internalMutation({
  args: {
    thought,
    epoch: v.number(),
    answer: v.object({ filtered: v.number(), processTime: v.number() }),
    claim: v.optional(Idempotency.claim),
  },
  returns: v.union(v.null(), Reads.publicThought),
  handler: async (ctx, { thought, epoch, answer, claim }) => {
    if ((await ErasureEpoch.current(ctx)) !== epoch) return null;
    const { similarity } = await Thoughts.compareWithEarlier(ctx, thought);
    const requested = { ...thought, spontaneous: false };
    const saved = await Thoughts.add(ctx, Date.now(), currentSettings(), requested, similarity);
    await Audit.record(ctx, claim, [saved._id]);
    await Idempotency.provide(ctx, claim, { thought: saved, ...answer }, saved._id);
    return saved;
  },
});

/** Saves a spontaneous thought, unless its run lost its lease, an erasure overtook it, or it repeats an earlier one. */
export const saveSpontaneous = internalMutation({
  args: {
    run: v.number(),
    epoch: v.number(),
    thought,
    sourceIds: v.array(v.string()),
    because: v.string(),
    tickId: v.optional(v.id("ticks")),
  },
  returns: literals("saved", "repeated", "lost", "overtaken"),
  handler: async (ctx, { run, epoch, thought, sourceIds, because, tickId }) => {
    const now = Date.now();
    if (!(await Lease.holds(ctx, "thoughts", run))) return "lost";
    if ((await ErasureEpoch.current(ctx)) !== epoch) {
      const ended = { outcome: "waited", because: ErasureEpoch.OVERTAKEN } as const;
      await ThoughtSchedule.endWithoutThought(ctx, now, run, ended);
      return "overtaken";
    }
    const { similarity, repeated } = await Thoughts.compareWithEarlier(ctx, thought);
    if (repeated) {
      await ThoughtSchedule.endWithThought(ctx, now, "repeated", "it repeats a recent thought");
      return "repeated";
    }
    const scope = await ThoughtSeeds.scopeOfSources(ctx, sourceIds);
    const spontaneous = { ...thought, spontaneous: true, scope, tickId };
    const { _id } = await Thoughts.add(ctx, now, currentSettings(), spontaneous, similarity);
    await Citations.add(ctx, { kind: "thought", _id }, sourceIds);
    await ThoughtSchedule.endWithThought(ctx, now, "thought", because);
    return "saved";
  },
});

export const endWithoutThought = internalMutation({
  args: { run: v.number(), ...ThoughtSchedule.ended.fields },
  returns: v.null(),
  handler: (ctx, { run, ...ended }) => ThoughtSchedule.endWithoutThought(ctx, Date.now(), run, ended),
});

/** Whether to think spontaneously, and about what. */
export const decide = internalQuery({
  args: { now: v.number() },
  returns: v.union(
    v.object({ kind: v.literal("think"), seeds: v.array(ThoughtSeeds.seed), because: v.string() }),
    v.object({ kind: v.literal("wait"), because: v.string() }),
  ),
  handler: (ctx, { now }) => ThoughtSeeds.decide(ctx, now),
});

/** The thoughts that a reflection may look back on, newest first. */
export const thoughtsSince = internalQuery({
  args: { since: v.number() },
  returns: v.array(ThoughtReflections.earlierThought),
  handler: (ctx, { since }) => ThoughtReflections.thoughtsSince(ctx, since),
});

/** Saves a reflection on thoughts and settles the claim with the answer. Null where something was erased after `epoch`. */
export const saveReflection = internalMutation({
  args: {
    ...ThoughtReflections.newReflection.fields,
    epoch: v.number(),
    claim: v.optional(Idempotency.claim),
  },
  returns: v.union(v.null(), Reads.publicThought),
  handler: async (ctx, { claim, epoch, ...reflection }) => {
    if ((await ErasureEpoch.current(ctx)) !== epoch) return null;
    const saved = await ThoughtReflections.save(ctx, Date.now(), currentSettings(), reflection);
    await Audit.record(ctx, claim, [saved._id]);
    await Idempotency.settle(ctx, claim, { reflection: saved }, saved._id);
    return saved;
  },
});
