/** What the tests of ticks share: a tick's steps, taken one by one, and a model's answer for its end. */
import { internal } from "./_generated/api";
import type { Id } from "./_generated/dataModel";
import type { App } from "./test.requests";

/** A model's answer, as the action hands it to `finish`. */
export const ANSWER = {
  summary: "A quiet harbour and a question.",
  detail: "The harbour is quiet; somebody asked why.",
  artifacts: [{ type: "tweet" as const, content: "Quiet harbours ask loud questions." }],
  proposal: { valence: 0.9, arousal: 0.9, curiosity: 0.9, mood: "excited" as const, confidence: 1 },
  basedOn: [],
  memories: [],
  usedMemories: [],
  usedPassages: [],
  tokens: { input: 10, output: 5 },
  modelMs: 3,
};

export const feed = (t: App, content: string) =>
  t.mutation(internal.events.feed, { type: "news", content, impact: "medium" });

/** Takes the lock for a tick. */
export async function begun(t: App): Promise<Id<"ticks">> {
  const answer = await t.mutation(internal.ticks.begin, { trigger: "manual" });
  if (answer.kind !== "begun") throw new Error(`the tick is ${answer.kind}`);
  return answer.tickId;
}

/** What a tick is shown. */
export async function gathered(t: App, tickId: Id<"ticks">) {
  const gathered = await t.query(internal.ticks.gather, { tickId, now: Date.now(), hits: [] });
  if (gathered === null) throw new Error("the tick has no row");
  const { knowledge, waiting } = gathered.situation;
  return { ...gathered, knowledge, waiting };
}

type Finish = (typeof internal.ticks.finish)["_args"];
type Shown = Partial<Pick<Finish, "eventIds" | "memoryIds" | "knowledgeIds" | "knowledge" | "waiting">>;

/** Ends a tick with a model's answer to what it was shown. */
export const finishBy = (
  t: App,
  tickId: Id<"ticks">,
  { eventIds = [], memoryIds = [], knowledgeIds = [], knowledge = [], waiting = 0 }: Shown = {},
  answer: NonNullable<Finish["deliberation"]> = ANSWER,
) =>
  t.mutation(internal.ticks.finish, {
    tickId,
    eventIds,
    memoryIds,
    knowledgeIds,
    knowledge,
    waiting,
    deliberation: answer,
    skipped: "",
  });

/** Ends a tick as the action does without a model. */
export const finishByReflex = (
  t: App,
  tickId: Id<"ticks">,
  { eventIds = [], memoryIds = [], knowledgeIds = [], knowledge = [], waiting = 0 }: Shown = {},
  skipped = "no model",
) =>
  t.mutation(internal.ticks.finish, {
    tickId,
    eventIds,
    memoryIds,
    knowledgeIds,
    knowledge,
    waiting,
    deliberation: null,
    skipped,
  });
