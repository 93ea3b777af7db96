/** The agent's row: its state, and the part of it that callers see. */
import { v, type Infer } from "convex/values";
import type { Doc } from "../_generated/dataModel";
import type { MutationCtx, QueryCtx } from "../_generated/server";
import { initialAffect, volatility, type AffectState } from "../../mind/affect/affect";
import { explainAffect } from "../../mind/affect/explanation";
import { routineAt } from "../../mind/time/routine";
import type { Routine } from "../../mind/enums";
import { publicOf } from "../lib/publicOf";
import { mood } from "../lib/validators";
import { writeAgent } from "./rows";
import { agentTables } from "./tables";

/** The agent state as callers see it. */
export const publicState = agentTables.agent.validator.pick(
  "mood",
  "health",
  "routine",
  "volatility",
  "summary",
  "updatedAt",
);
export type PublicState = Infer<typeof publicState>;

const axis = v.object({ value: v.number(), baseline: v.number(), mood: v.number(), moment: v.number() });

/** Why the state is as it is, as callers see it. */
export const publicExplanation = v.object({
  health: v.object({
    value: v.number(),
    full: v.number(),
    events: v.number(),
    tickSuccess: v.number(),
    providerSuccess: v.number(),
    punctuality: v.number(),
    consolidation: v.number(),
    limits: v.number(),
  }),
  feeling: v.object({ valence: axis, arousal: axis, curiosity: axis }),
  mood: v.object({
    value: mood,
    nearest: v.array(v.object({ mood, distance: v.number() })),
    margin: v.number(),
  }),
  volatility: v.object({ value: v.number(), typicalMove: v.number() }),
  updatedAt: v.number(),
});

export const BIRTH_SUMMARY =
  "Just born and calm: nothing has happened yet, and the first tick is still to come.";
// Queries may not read the clock, so an agent without a row is assumed to have this routine.
const UNBORN_ROUTINE: Routine = "morning";

export async function find(ctx: QueryCtx): Promise<Doc<"agent"> | null> {
  return await ctx.db.query("agent").first();
}

/** The agent's row, created if there is none. */
export async function ensure(ctx: MutationCtx, now: number, timeZone: string): Promise<Doc<"agent">> {
  const existing = await find(ctx);
  if (existing !== null) return existing;
  const routine = routineAt(now, timeZone);
  const affect = initialAffect(now, routine);
  const id = await writeAgent(ctx, null, {
    ...visibleState(affect),
    affect,
    routine,
    summary: BIRTH_SUMMARY,
    summaryOf: null,
    updatedAt: now,
    bornAt: now,
  });
  const born = await ctx.db.get("agent", id);
  if (born === null) throw new Error("the agent's row is gone within the mutation that wrote it");
  return born;
}

/** Whether nothing has happened to the agent yet, neither an event nor a tick. */
export function isNewborn({ affect, routine, summary }: Doc<"agent">): boolean {
  return summary === BIRTH_SUMMARY && affect.variance === initialAffect(affect.at, routine).variance;
}

/** The state as callers see it; without a row, that of a newborn agent. */
export async function state(ctx: QueryCtx): Promise<PublicState> {
  const row = await find(ctx);
  if (row === null) {
    const affect = initialAffect(0, UNBORN_ROUTINE);
    return { ...visibleState(affect), routine: UNBORN_ROUTINE, summary: BIRTH_SUMMARY, updatedAt: 0 };
  }
  return publicOf(publicState)(row);
}

/** What the visible state is computed from. */
export async function explanation(ctx: QueryCtx) {
  const row = await find(ctx);
  const { affect, routine, updatedAt } = row ?? {
    affect: initialAffect(0, UNBORN_ROUTINE),
    routine: UNBORN_ROUTINE,
    updatedAt: 0,
  };
  return { ...explainAffect(affect, routine), updatedAt };
}

/** The visible part of the affect, rounded: health, 0 to 100, to 2 digits and volatility, 0 to 1, to 4. */
export function visibleState(affect: AffectState): Pick<PublicState, "mood" | "health" | "volatility"> {
  return {
    mood: affect.mood,
    health: rounded(affect.health, 2),
    volatility: rounded(volatility(affect), 4),
  };
}

function rounded(value: number, digits: number): number {
  return Number(value.toFixed(digits));
}
