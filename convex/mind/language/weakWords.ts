/** Words that two texts share by chance: verbs of saying and of everyday doing, measures of time, and what could be anything. */
import { senseOf } from "./senses";
import { UNIT_STEMS } from "./statementWords";
import { isStopWord } from "../../../mind/text/stopWords";
import { tableStem } from "./tableWords";

/** Common knowledge of English, chosen by hand: what is left after these and function words tells what a text is about. */
const WEAK: readonly string[] = [
  // Saying, thinking, perceiving.
  "say tell ask answer reply speak talk mention call claim report announce explain write read think know believe mean feel hear see look " +
    "watch seem appear find hope guess wonder remember forget remind expect suppose understand agree",
  // Everyday doing and being.
  "be have do get go come make take give put let keep use want need like love prefer try work start begin stop end finish happen become " +
    "turn leave bring send show help set run move change stay live plan play meet wait pay plant grow rise raise fall drop add hold stand sit lie " +
    "walk sleep wake eat drink buy sell open close pick carry follow join thank please plan allow will shall should would could may might " +
    "must can fail happen last spend",
  // Time, apart from dates.
  "time day week month year hour minute second moment today tomorrow yesterday tonight morning evening night noon afternoon midday " +
    "midnight weekend spring summer autumn fall winter season date daily weekly monthly yearly annual ago soon recent then " +
    "now once twice forever monday tuesday wednesday thursday friday saturday sunday january february march april june july august september " +
    "october november december holiday",
  // What could be anything or anybody.
  "thing stuff something anything way lot bit kind sort part piece place person man woman child guy everybody everyone nobody team " +
    "group member side case fact point reason question problem issue idea matter number name home house world life work job detail news update message half " +
    "third quarter pair couple dozen hundred thousand million billion percent total sure word line",
  // Greeting, exclaiming, praising.
  "hey hi hello bye goodbye cheers wow whoa yay yeah yep yup yes nope nah aw aww ah oh omg oops ouch ugh haha cool awesome amazing " +
    "fantastic excellent wonderful lovely gorgeous beautiful sweet cute sound congrats congratulation absolutely definitely exactly totally " +
    "interesting lucky proud kudos pic",
  // Forms of address.
  "mr mrs ms mx dr prof mister miss madam sir doctor professor herr frau fräulein",
  // Good, bad, big and small.
  "good bad great nice fine well big small large little long short high low new old young same different " +
    "own able right wrong ready whole full happy sad glad sorry first next few many much more most less least several certain possible " +
    "important hard easy real true real strong weak quick slow free only very too",
];

const STEMS = new Set(WEAK.flatMap((words) => words.split(" ")).map(tableStem));

/** Whether a term of `termsOf` tells what a text is about; a bare number doesn't. */
export function isTellingTerm(term: string): boolean {
  return /\p{L}/u.test(term) && !STEMS.has(term) && !UNIT_STEMS.has(term) && !isStopWord(term);
}

/** The stem by which `word` (lower-case, contraction endings off) tells what a text is about; null where it tells nothing. */
export function tellingStem(word: string): string | null {
  if (isStopWord(word) || !/\p{L}/u.test(word) || [...word].length < 3) return null;
  const stem = senseOf(word);
  return STEMS.has(stem) || STEMS.has(word) || UNIT_STEMS.has(stem) ? null : stem;
}
