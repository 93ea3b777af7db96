/** Words that tell of turns: decisions, commitments, beginnings, ends, gains and losses; and forms of the past tense. */
import { regularForm } from "./irregularForms";
import { isRest } from "./leaving";
import { isRegularPast } from "./regularPast";
import { senseOf } from "./senses";
import { stemOf } from "../../../mind/text/stem";

const MILESTONES = new Set(
  // Decisions and commitments.
  (
    "decide decision promise agree commit commitment resolve choose accept refuse reject quit resign plan intend deadline " +
    // Beginnings, ends, achievements.
    "start begin finish complete launch release ship move join leave graduate graduation achieve win award qualify pass " +
    "promote promotion hire fire retire offer sign apply buy sell adopt " +
    // Life and its breaks.
    "marry wedding engage engagement propose divorce pregnant pregnancy birth bear baby die death funeral diagnose diagnosis surgery " +
    "hospital accident injury crash lose break attack arrest scare rescue survive " +
    // Insight and firsts.
    "discover realize realise learn find first finally never forever last"
  )
    .split(" ")
    .map(stemOf),
);

/** Past forms of auxiliaries and of the irregular verbs; for regular ones see mind/language/regularPast. */
const PAST_AUXILIARY = new Set(["was", "were", "had", "did"]);
/** Regular forms of irregular nouns and adjectives that the same table holds. */
const NOT_VERBS = new Set(
  "child foot goose man mouse person tooth woman life wife knife leaf half shelf thief wolf good bad analysis crisis datum medium".split(
    " ",
  ),
);

/** How many of `tokens` (lower-case words) tell of a decision or a turn. */
export function milestonesIn(tokens: readonly string[]): number {
  return tokens.filter(
    (token, i) => MILESTONES.has(senseOf(token)) && (token !== "left" || !isRest(tokens, i)),
  ).length;
}

/** How many of `tokens` (lower-case words) are forms of the past. */
export function pastFormsIn(tokens: readonly string[]): number {
  return tokens.filter((token) => {
    if (PAST_AUXILIARY.has(token)) return true;
    const base = regularForm(token);
    return base === token ? isRegularPast(token) : !NOT_VERBS.has(base);
  }).length;
}
