/** Whether a text tells of a decision or of a turn in somebody's life, as something that happened. */
import { questionIn } from "../events/eventWords";
import { isOfPerson, isPassiveAt } from "../language/doers";
import { regularForm } from "../language/irregularForms";
import { tellsOfLeaving } from "../language/leaving";
import { denialsOf } from "../language/negations";
import { isRegularPast } from "../language/regularPast";
import { senseOf } from "../language/senses";
import { stemOf } from "../../../mind/text/stem";
import { tokensOf } from "../language/tokens";

const stems = (words: string) => new Set(words.split(" ").map(stemOf));
/** Nouns that name one. */
const NOUNS = stems(
  "decision promise vow agreement choice rejection resignation marriage wedding divorce graduation promotion diagnosis bankruptcy",
);
/** Verbs that tell of one, also in the present: "the council decides". */
const VERBS = stems(
  "decide promise vow agree resolve choose refuse reject resign quit marry divorce graduate diagnose",
);
/** These have other meanings, or are everyday's work, unless they are told as past: "moved", but "a move" and "to sign". */
const PAST_ONLY = stems(
  "accept approve adopt cancel abandon postpone commit propose join leave move emigrate launch found win lose hire fire dismiss " +
    "retire sign elect appoint enrol enroll promote engage survive die",
);
/** Of these it is somebody's turn where somebody does them: a rehearsal that was cancelled is none. */
const DONE_TO_THINGS = stems(
  "accept approve adopt cancel abandon postpone commit propose refuse reject launch found sign agree choose",
);
/** Things do these as well: the train left, the meeting was moved, the phone died. */
const OF_PERSONS = stems("join leave move die survive lose quit start begin stop give buy sell switch");
/** These tell of a turn by what is begun, bought, or given up. */
const BY_OBJECT: readonly { readonly verbs: ReadonlySet<string>; readonly object: RegExp }[] = [
  {
    verbs: stems("start begin stop"),
    object:
      /^(?!(?:cry|laugh|shak|rain|snow|sweat|scream|bleed|talk|look)ing\b)(?:(?:(?:my|our|his|her|their|the|an?) (?:new |own |first |last )*(?:job|school|course|business|company|firm|studies|degree|training|therapy|treatment|diet|career|family|band|club|blog|podcast|university|college|internship|apprenticeship|work))|school|university|college|work|\p{L}{3,}ing)\b/u,
  },
  {
    verbs: stems("buy sell"),
    object:
      /^(?:(?:my|our|his|her|their|the|an?) )?(?:[\p{L}-]+ )?(?:house|flat|apartment|home|farm|land|plot|cabin|cottage|car|van|boat|motorbike|motorcycle|horse|dog|puppy|cat|kitten|business|company|firm|shop|piano|volvo|bicycle|bike)\b/u,
  },
  { verbs: stems("give"), object: /^up\b/u },
  {
    // To another home: neither to another hour nor a thing to another place.
    verbs: stems("move"),
    object:
      /^(?:$|(?:and|but|because|when|after|last|this|in|out|away|house|houses|home|abroad|back|together|here|there|on|from|north|south|east|west|closer|near|overseas)\b|to (?!(?:mon|tues|wednes|thurs|fri|satur|sun)day|tomorrow|noon|midnight|\d|(?:the|an?) (?:next|end|left|right|back|front|top|other|new|bigger|smaller) )|(?:into|with) (?:(?:my|our|his|her|their|the|an?) )?(?:[\p{L}-]+ )?(?:house|flat|apartment|home|cottage|cabin|room|place|dorm|city|town|village|country|parents|mother|father|daughter|son|aunt|friend|friends|partner|boyfriend|girlfriend|him|her|them)\b)/u,
  },
  { verbs: stems("switch"), object: /^(?:to|from|jobs?|schools?|careers?)\b/u },
  {
    verbs: stems("lose"),
    object:
      /^(?:(?:my|our|his|her|their|its|the|an?) )?(?:[\p{L}-]+ )?(?:job|jobs|work|position|post|home|house|flat|licence|license|mother|father|parents|husband|wife|son|daughter|brother|sister|baby|child|friend|case|lawsuit|election|appeal|contract|customer|client|sight|hearing|faith|title|final|match|war|everything)\b/u,
  },
];
/** After these a verb tells of what may be, or of how something is done. */
const UNDONE = new Set(
  "to will would can could may might must should shall if unless whether when please let's never".split(" "),
);
/** At the beginning of a clause, or after these, a bare verb is an instruction. */
const INSTRUCTING = new Set("and or then so now first next finally also just always".split(" "));
/** Words of the object that are looked at. */
const OBJECT_REACH = 5;

/**
 * Whether `text` tells of one. What is asked, denied, or merely possible is none, nor what an instruction says to do.
 * Linear in its length.
 */
export function tellsOfTurn(text: string): boolean {
  return text
    .split(/(?<=[.!?…。！？])\s+/u)
    .some(
      (sentence) => questionIn(sentence) === null && sentence.split(/[,;:()]\s|\s[–—-]\s/u).some(turnsIn),
    );
}

function turnsIn(clause: string): boolean {
  const { denied } = denialsOf(clause);
  const tokens = tokensOf(clause);
  return tokens.some((token, i) => {
    const word = senseOf(token);
    const before = tokens[i - 1];
    if (denied.has(word) || (before !== undefined && UNDONE.has(before))) return false;
    if (isPastForm(token)) {
      if (token === "left" && !tellsOfLeaving(tokens, i)) return false;
      if (DONE_TO_THINGS.has(word) && isPassiveAt(tokens, i)) return false;
      if (OF_PERSONS.has(word) && (isPassiveAt(tokens, i) || !isOfPerson(tokens, i))) return false;
      const byObject = BY_OBJECT.filter(({ verbs }) => verbs.has(word));
      if (byObject.length > 0) return byObject.some(({ object }) => object.test(following(tokens, i)));
      return VERBS.has(word) || PAST_ONLY.has(word);
    }
    if (NOUNS.has(word) && !VERBS.has(word)) return true;
    if (!VERBS.has(word) || token.endsWith("ing")) return false;
    return token.endsWith("s") || (before !== undefined && !INSTRUCTING.has(before));
  });
}

function following(tokens: readonly string[], at: number): string {
  return tokens.slice(at + 1, at + 1 + OBJECT_REACH).join(" ");
}

function isPastForm(token: string): boolean {
  return regularForm(token) !== token || isRegularPast(token);
}
