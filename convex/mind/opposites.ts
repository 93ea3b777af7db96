/**
 * Words that exclude one another: common opposites of English as schoolbooks list them, words that a prefix reverses, and
 * members of closed sets of which only one can hold.
 */
import { irregularBase, regularForm } from "./irregularForms";
import { stemOf } from "./stem";
import { tableStem } from "./tableWords";

/** Sides are divided by "/"; words of one side agree with each other, those of two sides do not. */
const GROUPS = [
  // Direction, place and degree.
  "up/down",
  "up forward ahead/back",
  "even/odd",
  "until/after",
  "upper/lower",
  "upstairs/downstairs",
  "rise increase grow gain raise climb/fall decrease shrink drop decline lower reduce",
  "expand/contract shrink",
  "high tall/low",
  "more/less fewer",
  "most/least fewest",
  "many numerous lot/few",
  "maximum/minimum",
  "major/minor",
  "majority/minority",
  "above over/below under",
  "left/right",
  "in into/out",
  "inside indoors/outside outdoors",
  "internal/external",
  "inner/outer",
  "on onto/off",
  "top/bottom",
  "front/back rear behind",
  "horizontal/vertical",
  "interior/exterior",
  "inbound incoming/outbound outgoing",
  "indoor/outdoor",
  "to toward towards/from",
  "forward/backward",
  "near/far",
  "before/after",
  "since from/until till",
  "and/or",
  "early/late",
  "former/latter",
  "predecessor/successor",
  "ancestor/descendant",
  "senior/junior",
  "first/second/third/fourth/fifth/sixth/seventh/eighth/ninth/tenth/last",
  "previous last/next",
  "plus/minus",
  "positive/negative",
  "half/third/quarter/double twice/triple thrice",
  // Doing and undoing.
  "start begin launch commence/end finish stop cease complete conclude",
  "continue resume/stop halt cease",
  "open/closed close shut",
  "lock/unlock",
  "win/lose",
  "winner/loser",
  "victory win/defeat loss",
  "profit gain/loss",
  "find/lose",
  "buy/sell",
  "buyer/seller",
  "borrow/lend",
  "deposit/withdraw",
  "save/spend",
  "earn/spend",
  "import/export",
  "input/output",
  "upload/download",
  "credit/debit",
  "income revenue/expense",
  "give/take",
  "send/receive",
  "come/go",
  "arrive/leave depart",
  "enter join/exit leave",
  "advance/retreat",
  "accept approve confirm/reject refuse decline deny/cancel/postpone delay",
  "allow permit/forbid ban prohibit prevent",
  "optional voluntary/mandatory compulsory obligatory required",
  "agree/disagree",
  "support favor favour/oppose",
  "for/against",
  "praise/criticize criticise condemn",
  "confirm admit/deny",
  "remember/forget",
  "pass succeed/fail",
  "success/failure",
  "hire employ/fire dismiss sack",
  "promote/demote",
  "push/pull",
  "attract/repel",
  "inhale/exhale",
  "float/sink",
  "freeze/melt",
  "arrival/departure",
  "entrance entry/exit",
  "enable/disable",
  "connect/disconnect",
  "install/uninstall remove",
  "add/remove delete subtract",
  "include including/exclude excluding except",
  "create build/destroy demolish",
  "attack/defend",
  "lead/follow",
  "appear/disappear vanish",
  "hide/show reveal",
  "question ask/answer",
  "teach/learn",
  "strengthen/weaken",
  "improve/worsen deteriorate",
  "laugh/cry",
  "wake/sleep",
  "live survive/die",
  // Being and feeling.
  "love like/hate dislike",
  "good/bad",
  "better/worse",
  "best/worst",
  "happy glad/sad unhappy",
  "calm/angry",
  "brave/afraid",
  "optimistic/pessimistic",
  "big large huge/small little tiny",
  "long tall/short",
  "wide broad/narrow",
  "deep/shallow",
  "thick fat/thin",
  "heavy/light",
  "fast quick/slow",
  "hot warm/cold cool",
  "new young modern/old ancient",
  "fresh/stale",
  "rich/poor",
  "strong/weak",
  "easy simple/hard difficult",
  "hard/soft",
  "rough/smooth",
  "tight/loose",
  "safe/dangerous unsafe",
  "true right correct/false wrong incorrect",
  "guilty/innocent",
  "legal/illegal",
  "full/empty",
  "free/busy occupied",
  "free/captive",
  "alive/dead",
  "birth/death",
  "healthy well/sick ill",
  "asleep/awake",
  "clean/dirty",
  "wet/dry",
  "dark/light bright",
  "loud noisy/quiet silent",
  "sweet/sour/bitter/salty",
  "raw/cooked",
  "cheap/expensive",
  "beautiful pretty/ugly",
  "clever smart/stupid",
  "same/different",
  "public/private",
  "manual/automatic",
  "domestic/foreign",
  "urban/rural",
  "online/offline",
  "vegetarian/vegan",
  "present/absent",
  "permanent/temporary",
  "temporary/final",
  "real/fake",
  "friend ally/enemy",
  "war/peace",
  "married/single unmarried/divorced/widowed",
  "always constantly/usually mostly normally/sometimes occasionally/seldom rarely/never",
  "often frequently/seldom rarely/never",
  "all every everyone everybody everything each/most/some several/few/none nobody nothing/half",
  "all every everyone everybody everything each/many numerous lot/few/none nobody nothing",
  "may might could/must",
  "with/without",
  "if/unless",
  "am a/pm p",
  // Of two people in a relation one is meant.
  "man gentleman/woman lady",
  "boy/girl",
  "male/female",
  "he him his himself/she her hers herself",
  "i me my mine myself/you your yours yourself/we us our ours ourselves",
  "i me my mine myself/it its itself",
  "we us our ours ourselves/they them their theirs themselves/you your yours yourself",
  "father dad daddy/mother mom mum mommy mummy",
  "husband/wife",
  "son/daughter",
  "brother/sister",
  "uncle/aunt",
  "nephew/niece",
  "grandfather grandpa/grandmother grandma",
  "king/queen",
  "prince/princess",
  "actor/actress",
  "waiter/waitress",
  "teacher/student pupil",
  "doctor/patient",
  "parent/child",
  "employer/employee",
  "host/guest",
  "landlord/tenant",
  // Closed sets.
  "monday/tuesday/wednesday/thursday/friday/saturday/sunday",
  "january/february/march/april/may/june/july/august/september/october/november/december",
  "spring/summer/autumn/winter",
  "weekday/weekend",
  "north northern/south southern/east eastern/west western",
  "morning/afternoon/evening/night",
  "noon/midnight",
  "breakfast/lunch/dinner supper",
  "day/night",
  "sunrise/sunset",
  "yesterday/today/tomorrow",
  "past/present/future",
  "second/minute/hour/day/week/month/year/decade/century",
  "hourly/daily nightly/weekly/monthly/quarterly/yearly annually",
  "dollar/euro/pound/yen/franc/yuan/rupee/ruble/peso/krone/krona/zloty",
  "metre meter/kilometre kilometer km/mile/foot/inch/centimetre centimeter cm",
  "gram/kilogram kilo kg/ton tonne/ounce",
  "celsius/fahrenheit",
  "black/white/red/green/blue/yellow/brown/orange/purple/pink/grey gray",
];

/** For each word's stem, its places: which side of which group. */
const PLACES = new Map<string, { group: number; side: number }[]>();
for (const [group, sides] of GROUPS.entries()) {
  for (const [side, words] of sides.split("/").entries()) {
    for (const word of words.split(" ")) {
      const stem = tableStem(word);
      PLACES.set(stem, [...(PLACES.get(stem) ?? []), { group, side }]);
    }
  }
}

/** The stem by which a text's word (lower-case) is looked up here. */
export function oppositeStem(word: string): string {
  return stemOf(regularForm(word));
}

/** Prefixes that turn a word into its opposite, and the shortest words they do it to: "lock", "possible", "activate". */
const REVERSING = /^(?:un|in|im|il|ir|dis|non|mis|de)(?=.{4})/;

/** Whether two words, as `oppositeStem`s, exclude one another. Symmetric; never true of a word and itself. */
export function areOpposite(a: string, b: string): boolean {
  if (a === b) return false;
  if (reverses(a, b) || reverses(b, a)) return true;
  const others = PLACES.get(b) ?? [];
  return (PLACES.get(a) ?? []).some(
    ({ group, side }) =>
      others.some((other) => other.group === group && other.side !== side) &&
      !others.some((other) => other.group === group && other.side === side),
  );
}

/** What lacks a thing: "careless" beside "careful" and "care", whose stem is one. */
const LACKING = /(?<=.{3})less$/;

/** Whether `a` is `b` with such a prefix or ending; stems of one word may end a letter or two apart. */
function reverses(a: string, b: string): boolean {
  if (LACKING.test(a) && a.replace(LACKING, "").replace(/e$/, "") === b.replace(/e$/, "")) return true;
  const rest = a.replace(REVERSING, "");
  // "Unpaid" is what has not been paid.
  if (rest !== a && irregularBase(rest) === b) return true;
  return rest !== a && b.length >= 4 && (rest.startsWith(b) || b.startsWith(rest));
}
