/** The enumerations of requests and answers that are components of the document. */
import * as z from "zod";
import * as Words from "../../../mind/enums";

export const mood = named("Mood", Words.MOODS, "How the agent feels");
export const routine = named(
  "Routine",
  Words.ROUTINES,
  "The time of day on the agent's clock: morning from 5, day from 12, evening from 18, overnight from 23",
);
export const artifactType = named("ArtifactType", Words.ARTIFACT_TYPES, "The kind of artifact");
export const tone = named("Tone", Words.TONES, "How a thought sounds");
export const memoryType = named("MemoryType", Words.MEMORY_TYPES, "The kind of memory");
export const linkType = named("LinkType", Words.LINK_TYPES, "How the source relates to the target");
export const changeKind = named(
  "ChangeKind",
  Words.CHANGE_KINDS,
  "What it did: merged a duplicate, linked memories, learned facts in a tick, or grouped memories into themes",
);
export const pushType = named("PushType", Words.PUSH_TYPES, "What webhooks and GET /events/stream tell of");
export const trigger = named(
  "TickTrigger",
  Words.TRIGGERS,
  "The clock, the service's start, POST /tick, POST /wake, or `backlog`: events of another scope waited when a tick ended",
);
export const tickOutcome = named(
  "TickState",
  Words.TICK_OUTCOMES,
  "`lost`: the service stopped, or the tick's lease ran out, before it ended",
);
const writer = named("Writer", Words.WRITERS, "`model`, or `reflex` where the journal wrote by extraction");

const ALL: readonly z.ZodEnum[] = [
  ...[mood, routine, artifactType, tone, memoryType],
  ...[linkType, changeKind, pushType, trigger, tickOutcome, writer],
];

/** The enumeration of exactly these words; undefined where it is no component. */
export function namedEnum(words: readonly string[]): z.ZodEnum | undefined {
  return ALL.find(({ options }) => options.join() === words.join());
}

function named<const Word extends readonly [string, ...string[]]>(
  id: string,
  words: Word,
  description: string,
) {
  return z.enum(words).meta({ id, description });
}
