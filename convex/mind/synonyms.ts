/** Words that say the same in nearly every sentence: pairs as schoolbooks and house styles list them. */
import { regularForm } from "./irregularForms";
import { stemOf } from "./stem";

/** Words of one entry stand for each other; no word is in two. */
const GROUPS = [
  // Verbs of saying: who reports a thing in other words reports the same.
  "say tell state announce report declare note add explain mention remark comment write according",
  // Things and people.
  "film movie",
  "car automobile auto",
  "child kid youngster",
  "physician medic doctor",
  "company firm business corporation",
  "official authority",
  "shop store",
  "picture photograph photo image",
  "sofa couch",
  "autumn fall",
  "rubbish garbage trash",
  "lift elevator",
  "flat apartment",
  "holiday vacation",
  "biscuit cookie",
  "lorry truck",
  "petrol gasoline gas",
  "bicycle bike",
  "motorcycle motorbike",
  "lawyer attorney solicitor",
  "policeman cop",
  "job employment",
  "error mistake",
  "goal aim objective",
  "gift present",
  "illness sickness disease",
  "injury wound",
  "road street",
  "sea ocean",
  "stone rock",
  "test exam examination",
  "couple pair",
  "area region",
  "country nation",
  "town city",
  "dad father daddy",
  "mom mother mommy mummy",
  "grandma grandmother",
  "grandpa grandfather",
  "infant baby",
  "guy man",
  "lady woman",
  "woods forest",
  "luggage baggage",
  "rain rainfall",
  "wage salary",
  "cash money",
  "speech talk",
  // Doing.
  "buy purchase",
  "start begin commence",
  "end finish conclude",
  "close shut",
  "choose select pick",
  "get receive obtain",
  "need require",
  "help assist aid",
  "answer reply respond",
  "show display",
  "build construct",
  "repair fix mend",
  "try attempt",
  "keep retain",
  "happen occur",
  "speak talk",
  "look gaze",
  "leap jump",
  "stroll walk",
  "jog run",
  "reside live",
  "phone call telephone",
  "permit allow",
  "ban forbid prohibit",
  "cancel scrap",
  "discover find",
  "depart leave",
  "hire employ recruit",
  "dismiss sack fire",
  "dwell reside",
  "want wish",
  "propose suggest",
  "wed marry",
  "continue proceed",
  // Being.
  "big large",
  "little small",
  "quick fast rapid swift",
  "glad happy pleased",
  "ill sick",
  "quiet silent",
  "silly foolish",
  "rich wealthy",
  "difficult hard",
  "easy simple",
  "correct right",
  "wrong incorrect",
  "important significant",
  "entire whole",
  "near close",
  "extra additional",
  "annual yearly",
  "former ex previous",
  "current present",
  "approximate roughly about around",
  "mainly mostly chiefly",
  "nearly almost",
  "often frequently",
  "immediately instantly",
  "suddenly abruptly",
  "bucket pail",
];

const CLASSES = new Map<string, Set<number>>();
for (const [place, words] of GROUPS.entries()) {
  for (const word of words.split(" ")) {
    const stem = stemOf(regularForm(word));
    CLASSES.set(stem, (CLASSES.get(stem) ?? new Set()).add(place));
  }
}

/** Whether two words, as stems of their regular forms, may stand for each other. Symmetric. */
export function areSynonyms(a: string, b: string): boolean {
  const other = CLASSES.get(b);
  return other !== undefined && [...(CLASSES.get(a) ?? [])].some((place) => other.has(place));
}

/** Whether a word, so given, tells that somebody says something. */
export function isReporting(stem: string): boolean {
  return CLASSES.get(stem)?.has(0) ?? false;
}

/** The groups of synonyms, but those of saying: that is no question's matter. */
export function synonymGroups(): string[][] {
  return GROUPS.slice(1).map((words) => words.split(" "));
}
