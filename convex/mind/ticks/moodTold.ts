/** How a tick tells of its mood: one cause and the same words for it, in the summary and in the detail. */
import { prototypeOf } from "../../../mind/affect/moods";
import { EVEN, byGravity } from "../events/eventWords";
import type { Situation, SituationEvent } from "../../../mind/tick/situation";
import { quoted } from "../../../mind/text/phrasing";
import { feelingOf } from "./quiet";
import type { TickAffect } from "./tickWords";

const QUOTE_LENGTH = 60;
/** Moods whose prototypes differ by less in valence are of one spirit: what turns one to the other is no gladness or grief. */
const OTHER_SPIRITS = 0.2;
/** From this novelty on an event may wake curiosity. */
const NEWS = 0.5;

/** Moods of less arousal come with rest, however curious they are. */
const AWAKE = 0.4;

type Turned = Pick<Situation, "events" | "moodBefore">;

/** The mood in a summary that quotes `foremost`. */
export function moodClause(situation: Turned, after: TickAffect, foremost: SituationEvent): string {
  const { moodBefore } = situation;
  if (after.mood === moodBefore) return `Still ${after.mood}.`;
  const turn = `from ${moodBefore} to ${after.mood}.`;
  const cause = causeOf(situation, after);
  if (cause === undefined) return `With time the mood turns ${turn}`;
  return cause.content === foremost.content
    ? `The mood turns ${turn}`
    : `${quoted(cause.content, QUOTE_LENGTH)} turns the mood ${turn}`;
}

/** The mood and its cause in the detail. */
export function moodTold(situation: Turned, after: TickAffect): string {
  const feeling = feelingOf(after.latents, after.mood);
  if (after.mood === situation.moodBefore) return `The mood stays ${after.mood}: ${feeling}.`;
  const cause = causeOf(situation, after);
  const pulled =
    cause === undefined
      ? "with nothing but time to move it"
      : `and ${quoted(cause.content, QUOTE_LENGTH)} had the most to do with it`;
  return `The mood went from ${situation.moodBefore} to ${after.mood}, ${pulled}; ${feeling}.`;
}

/** The gravest event that pulled the way that the mood went; undefined where none did, and time alone turned it. */
export function causeOf(
  { events, moodBefore }: Turned,
  { mood }: Pick<TickAffect, "mood">,
): SituationEvent | undefined {
  const [before, after] = [prototypeOf(moodBefore), prototypeOf(mood)];
  const gravest = byGravity(events);
  const shift = after.valence - before.valence;
  const pulling =
    Math.abs(shift) < OTHER_SPIRITS
      ? undefined
      : gravest.find(({ sentiment }) => Math.abs(sentiment) >= EVEN && sentiment * shift > 0);
  const isInterest = after.curiosity > before.curiosity && after.arousal >= AWAKE;
  return pulling ?? (isInterest ? gravest.find(({ novelty }) => novelty >= NEWS) : undefined);
}
