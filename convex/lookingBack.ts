/** Looking back: a reflection on the agent's own thoughts, by the model or the reflexes. Plain functions of an action. */
import { internal } from "./_generated/api";
import type { ActionCtx } from "./_generated/server";
import { askModel } from "./asking";
import { currentSettings } from "./currentSettings";
import { UNCOUNTED } from "../mind/ranking/idf";
import type { MadeThought } from "./mind/thoughts/reflexThought";
import {
  LOOKBACKS,
  reflectionMatter,
  reflexReflection,
  type Lookback,
  type ReflectionMatter,
} from "./mind/thoughts/thoughtReflection";
import {
  reflectionAnswerSchema,
  reflectionFrom,
  reflectionProblems,
  reflectionPrompt,
} from "./mind/thoughts/thoughtReflectionPrompt";
import type { Writer } from "../mind/enums";
import type { Claimed } from "./model/idempotency";
import type { PublicThought } from "./model/thoughts";

/** How far back to look, and on what; `focus` null for everything. */
export interface LookBack {
  readonly lookback: Lookback;
  readonly focus: string | null;
}

/** How it ended: `failed` is the model's failure, and nothing was written. */
export type LookedBack = { kind: "done"; reflection: PublicThought } | { kind: "failed"; reason: string };

/**
 * Reflects once on the thoughts of the time asked for. With fewer than two the reflection says so; the model isn't asked
 * then.
 */
export async function lookBack(
  ctx: ActionCtx,
  request: LookBack,
  { claim }: Claimed = {},
): Promise<LookedBack> {
  const now = Date.now();
  const thoughts = await ctx.runQuery(internal.thoughts.toReflectOn, {
    since: now - LOOKBACKS[request.lookback].ms,
  });
  const matter = reflectionMatter(thoughts, request, UNCOUNTED);
  const made = await conclude(ctx, matter, request, now);
  if (made.kind === "failed") return made;
  const reflection = await ctx.runMutation(internal.thoughts.keepReflection, {
    made: made.reflection,
    writer: made.writer,
    basedOn: matter.basedOn,
    ...(claim === undefined ? {} : { claim }),
  });
  return { kind: "done", reflection };
}

type Concluded =
  { kind: "made"; reflection: MadeThought; writer: Writer } | { kind: "failed"; reason: string };

async function conclude(
  ctx: ActionCtx,
  matter: ReflectionMatter,
  request: LookBack,
  now: number,
): Promise<Concluded> {
  if (matter.kind === "too little") return { kind: "made", reflection: matter.said, writer: "reflex" };
  const { llm, agentName: name, persona } = currentSettings();
  if (llm === null)
    return { kind: "made", reflection: reflexReflection(matter, request, UNCOUNTED), writer: "reflex" };
  const { thoughts, basedOn } = matter;
  const material = { now, name, persona, ...request, thoughts, basedOn };
  const completion = await askModel(ctx, llm, {
    name: "reflection",
    ...reflectionPrompt(material),
    schema: reflectionAnswerSchema(thoughts.length),
    problems: (answer, attempt) => reflectionProblems(answer, material, { repaired: attempt > 1 }),
  });
  if (completion.kind === "failed") return { kind: "failed", reason: completion.reason };
  return { kind: "made", reflection: reflectionFrom(completion.value, material), writer: "model" };
}
