/** Helpers for tests of ticks: the steps of a tick one by one, and a model's answer. */
import { internal } from "../../convex/_generated/api";
import type { Id } from "../../convex/_generated/dataModel";
import * as Lease from "../../convex/leases/lease";
import { workOf, type Answer } from "../../convex/tick/work";
import type { App } from "./requests";

/** A model's answer as the action passes it to `finish`, with what it learned. */
export const ANSWER = {
  summary: "A quiet harbour and a question.",
  detail: "The harbour is quiet; somebody asked why.",
  artifacts: [{ type: "tweet" as const, content: "Quiet harbours ask loud questions." }],
  proposal: { valence: 0.9, arousal: 0.9, curiosity: 0.9, mood: "excited" as const, confidence: 1 },
  basedOn: [],
  memories: [],
  replies: [],
  usedMemories: [],
  usedPassages: [],
  clamps: [],
  sentiments: [],
  reminders: [],
  pins: [],
};

/** The call that gave the answer. */
export const MODEL = {
  name: "test-model",
  promptVersion: "test",
  calls: 1,
  repaired: false,
  tokens: { input: 10, output: 5 },
  ms: 3,
};

export const feed = (t: App, content: string) =>
  t.mutation(internal.agent.functions.feed, { type: "news", content, impact: "medium" });

/** Takes the lock for a tick. */
export async function begun(t: App): Promise<Id<"ticks">> {
  const answer = await t.mutation(internal.tick.functions.begin, { trigger: "manual" });
  if (answer.kind !== "begun") throw new Error(`the tick is ${answer.kind}`);
  return answer.tickId;
}

/** Renews the lease of a tick; false where it has lost it. */
export const renewed = (t: App, tickId: Id<"ticks">) =>
  t.run(async (ctx) => {
    const tick = await ctx.db.get("ticks", tickId);
    return await Lease.renew(ctx, "tick", Date.now(), tick?.run ?? 0);
  });

/** What a tick gathers. */
export async function gathered(t: App, tickId: Id<"ticks">) {
  const shown = await t.query(internal.tick.functions.gather, { tickId, now: Date.now(), hits: [] });
  if (shown === null) throw new Error("the tick has no row");
  return shown;
}

type Shown = Awaited<ReturnType<typeof gathered>>;

/** Ends a tick with a model's answer to what it gathered. */
export async function finishBy(t: App, tickId: Id<"ticks">, shown?: Shown, answer: Answer = ANSWER) {
  const written = { kind: "answered", deliberation: answer, model: MODEL } as const;
  return await t.mutation(
    internal.tick.functions.finish,
    workOf(tickId, shown ?? (await gathered(t, tickId)), written),
  );
}

/** Ends a tick as the action does without a model. */
export async function finishByJournal(
  t: App,
  tickId: Id<"ticks">,
  shown?: Shown,
  because = "no model is configured",
) {
  const written = { kind: "quiet", because } as const;
  return await t.mutation(
    internal.tick.functions.finish,
    workOf(tickId, shown ?? (await gathered(t, tickId)), written),
  );
}
