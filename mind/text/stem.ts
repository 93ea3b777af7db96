/** English stemming by Martin Porter's second algorithm (Porter2, "English" in Snowball). */

/** Words that the rules would stem wrongly, and words that are their own stem. */
const EXCEPTIONS = new Map([
  ["skis", "ski"],
  ["skies", "sky"],
  ["dying", "die"],
  ["lying", "lie"],
  ["tying", "tie"],
  ["idly", "idl"],
  ["gently", "gentl"],
  ["ugly", "ugli"],
  ["early", "earli"],
  ["only", "onli"],
  ["singly", "singl"],
  ...["sky", "news", "howe", "atlas", "cosmos", "bias", "andes"].map((word) => [word, word] as const),
]);
/** Words that need no step after removing their plural. */
const FINISHED_AFTER_PLURAL = new Set(
  "inning outing canning herring earring proceed exceed succeed".split(" "),
);

const VOWEL = "[aeiouy]";
const HAS_VOWEL = new RegExp(VOWEL);
const DOUBLE = /(?:bb|dd|ff|gg|mm|nn|pp|rr|tt)$/;
/** Consonant, vowel and a consonant other than w, x and Y; or vowel and consonant at the start of the word. */
const SHORT_SYLLABLE = /(?:[^aeiouy][aeiouy][^aeiouywxY]|^[aeiouy][^aeiouy])$/;
const FIRST_REGION = /^(?:gener|commun|arsen)/;
const CONSONANT_AFTER_VOWEL = /[aeiouy][^aeiouy]/;
const VALID_BEFORE_LI = /[cdeghkmnrt]$/;

type Rule = readonly [suffix: string, replacement: string];

/** Longest first: the algorithm considers only the longest matching suffix. */
const byLength = (rules: readonly Rule[]): readonly Rule[] =>
  [...rules].sort(([a], [b]) => b.length - a.length);
const eachTo = (suffixes: string, replacement: string): Rule[] =>
  suffixes.split(" ").map((suffix) => [suffix, replacement]);

const STEP_2 = byLength([
  ["tional", "tion"],
  ["enci", "ence"],
  ["anci", "ance"],
  ["abli", "able"],
  ["entli", "ent"],
  ...eachTo("izer ization", "ize"),
  ...eachTo("ational ation ator", "ate"),
  ...eachTo("alism aliti alli", "al"),
  ["fulness", "ful"],
  ...eachTo("ousli ousness", "ous"),
  ...eachTo("iveness iviti", "ive"),
  ...eachTo("biliti bli", "ble"),
  ["ogi", "og"],
  ["fulli", "ful"],
  ["lessli", "less"],
  ["li", ""],
]);
const STEP_3 = byLength([
  ["tional", "tion"],
  ["ational", "ate"],
  ["alize", "al"],
  ...eachTo("icate iciti ical", "ic"),
  ...eachTo("ful ness", ""),
  ["ative", ""],
]);
const STEP_4 = byLength(
  eachTo("al ance ence er ic able ible ant ement ment ent ism ate iti ous ive ize ion", ""),
);

/** The stem of `word` (lower case). A word with a letter outside a to z is returned unchanged. */
export function stemOf(word: string): string {
  if (word.length < 3 || !/^[a-z']+$/.test(word)) return word;
  const exception = EXCEPTIONS.get(word);
  if (exception !== undefined) return exception;

  let stem = word.replace(/^'/, "");
  // Y marks a y that is a consonant.
  stem = stem.replace(/^y/, "Y").replace(/([aeiouy])y/g, "$1Y");
  const first = regionStart(stem, 0);
  const second = regionStart(stem, first);

  stem = withoutPlural(stem.replace(/'(?:s'?)?$/, ""));
  if (FINISHED_AFTER_PLURAL.has(stem)) return stem;
  stem = withoutTense(stem, first);
  stem = stem.replace(/(.[^aeiouy])[yY]$/, "$1i");
  stem = replaced(stem, STEP_2, first, (before, suffix) =>
    suffix === "ogi" ? before.endsWith("l") : suffix !== "li" || VALID_BEFORE_LI.test(before),
  );
  stem = replaced(stem, STEP_3, first, (before, suffix) => suffix !== "ative" || before.length >= second);
  stem = replaced(stem, STEP_4, second, (before, suffix) => suffix !== "ion" || /[st]$/.test(before));
  return withoutFinal(stem, first, second).toLowerCase();
}

/** Start of the region after the first consonant that follows a vowel, from `from` on; the end if there is none. */
function regionStart(word: string, from: number): number {
  const special = from === 0 ? FIRST_REGION.exec(word) : null;
  if (special !== null) return special[0].length;
  const found = CONSONANT_AFTER_VOWEL.exec(word.slice(from));
  return found === null ? word.length : from + found.index + 2;
}

/** Step 1a. */
function withoutPlural(word: string): string {
  if (word.endsWith("sses")) return word.slice(0, -2);
  if (/ie[ds]$/.test(word)) return word.length > 4 ? word.slice(0, -2) : word.slice(0, -1);
  if (/[us]s$/.test(word) || !word.endsWith("s")) return word;
  return HAS_VOWEL.test(word.slice(0, -2)) ? word.slice(0, -1) : word;
}

/** Step 1b. */
function withoutTense(word: string, first: number): string {
  const agreed = /eed(?:ly)?$/.exec(word);
  if (agreed !== null) return agreed.index >= first ? `${word.slice(0, agreed.index)}ee` : word;
  const tense = /(?:ed|ing)(?:ly)?$/.exec(word);
  if (tense === null) return word;
  const stem = word.slice(0, tense.index);
  if (!HAS_VOWEL.test(stem)) return word;
  if (/(?:at|bl|iz)$/.test(stem)) return `${stem}e`;
  if (DOUBLE.test(stem)) return stem.slice(0, -1);
  return isShort(stem, first) ? `${stem}e` : stem;
}

function isShort(word: string, first: number): boolean {
  return first >= word.length && SHORT_SYLLABLE.test(word);
}

/** Steps 2 to 4: replaces the longest matching suffix, if it lies in the region from `start` and is `allowed`. */
function replaced(
  word: string,
  rules: readonly Rule[],
  start: number,
  allowed: (before: string, suffix: string) => boolean,
): string {
  for (const [suffix, replacement] of rules) {
    if (!word.endsWith(suffix)) continue;
    const before = word.slice(0, -suffix.length);
    return before.length >= start && allowed(before, suffix) ? before + replacement : word;
  }
  return word;
}

/** Step 5. */
function withoutFinal(word: string, first: number, second: number): string {
  const before = word.slice(0, -1);
  if (word.endsWith("e")) {
    const drops = before.length >= second || (before.length >= first && !SHORT_SYLLABLE.test(before));
    return drops ? before : word;
  }
  return word.endsWith("ll") && before.length >= second ? before : word;
}
