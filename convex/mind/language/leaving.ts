/** What "left" tells: that somebody went away from somebody or something for good, or what remains, or where a thing was put. */
import { isOfPerson } from "./doers";
import { numberIn } from "./tokens";

/** Before it these make it a side, or what remains. */
const BESIDE =
  /^(?:the|on|to|your|my|his|her|its|their|our|is|are|was|were|be|been|feel|feels|felt|feeling|get|got|turn|turned|keep|nothing|nobody|much|\d.*|one|two|three)$/;
/** A count and its noun before it: "nine rolls left". */
const COUNTS = new Set("some few many several no any more half most".split(" "));
/** After the thing these say where it was left, or how. */
const PLACED = new Set(
  "on in at under by with near beside outside inside behind there here open ajar unlocked unattended running lying".split(
    " ",
  ),
);
/** After "in", "at" and the like these say when, or how somebody went. */
const TIME_OR_MANNER =
  /^(?:the (?:age|end|beginning|start|spring|summer|autumn|fall|winter|morning|afternoon|evening)|\d{1,4}$|\d{1,4} |(?:january|february|march|april|may|june|july|august|september|october|november|december|mon|tues|wednes|thurs|fri|satur|sun)|spring|summer|autumn|winter|noon|night|tears|anger|peace|silence|disgrace|protest|good)/;
/** What is left for others to read, hear or clean up. */
const LEFT_FOR_OTHERS =
  /^(?:an?|some|the|his|her|my|their|\d+) (?:[\p{L}-]+ )?(?:message|voicemail|note|comment|review|tip|mess|mark|trace|impression|gap|hole|scar|stain|question|space|legacy)s?\b/u;
/** What may be left so many words after the verb. */
const REACH = 4;

/** Whether "left" at `at` of a clause's `tokens` (lower case) tells that somebody went away for good. */
export function tellsOfLeaving(tokens: readonly string[], at: number): boolean {
  const before = tokens[at - 1];
  if (before === undefined || BESIDE.test(before) || isRest(tokens, at)) return false;
  const after = tokens.slice(at + 1);
  if (LEFT_FOR_OTHERS.test(after.join(" "))) return false;
  const placed = after.findIndex((token, i) => i > 0 && i <= REACH && PLACED.has(token));
  if (placed < 0 || TIME_OR_MANNER.test(after.slice(placed + 1, placed + 3).join(" "))) return true;
  const isName = placed === 1;
  return isName || isOfPerson(tokens, at + 1 + placed);
}

/** Whether "left" at `at` tells of what remains: "two loaves left over", "three days left". */
export function isRest(tokens: readonly string[], at: number): boolean {
  if (/^(?:over|behind|unsaid|undone|alone)$/u.test(tokens[at + 1] ?? "")) return true;
  const counted = tokens[at - 2] ?? "";
  return numberIn(counted) !== null || COUNTS.has(counted);
}
