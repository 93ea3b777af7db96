/** A text's words for rules that look at their neighbours: what each is, where its clause ends, what it is read as. */

/** One word of a text, as it stands between white space. */
export interface ClauseWord {
  /** Without punctuation around it, in small letters, without the 's of a genitive. */
  readonly core: string;
  /** Whether a clause may end after it: a punctuation mark stands there. */
  readonly ends: boolean;
}

const STOP_BEFORE = /^["'“‘]*[([{]/u;
const STOP_AFTER = /[.,;:!?…)\]}|]["'”’]*$|^[-–—|/•*]+$/u;

/** The words of `texts`; an opening bracket ends the clause before it. */
export function clauseWords(texts: readonly string[]): ClauseWord[] {
  return texts.map((text, i) => {
    const next = texts[i + 1];
    return {
      core: coreOf(text),
      ends: next === undefined || STOP_AFTER.test(text) || STOP_BEFORE.test(next),
    };
  });
}

function coreOf(text: string): string {
  const core = /[\p{L}\p{N}].*[\p{L}\p{N}]|[\p{L}\p{N}]/u.exec(text)?.[0] ?? "";
  return core.toLowerCase().replace(/'s$/, "");
}

const set = (words: string): ReadonlySet<string> => new Set(words.split(" "));

const AUXILIARIES = set(
  "has have had will would could can may might must should shall is are was were be been being am get gets got getting " +
    "do does did to isn't aren't wasn't weren't hasn't haven't hadn't won't wouldn't couldn't can't doesn't don't didn't " +
    "not never cannot it's continue continues continued keep keeps kept begin begins began begun start starts started " +
    "seem seems seemed appear appears appeared expected set likely fail fails failed failing",
);
const BE = set(
  "is are was were be been being am get gets got getting isn't aren't wasn't weren't it's that's they're",
);
const ADVERBS = set(
  "again also still just now then already almost too even soon ever once fast further steeply today tomorrow yesterday tonight " +
    "overnight abroad nationwide worldwide everywhere here there together somewhat more less much nearly about around at last finally " +
    "once twice fivefold twofold tenfold threefold altogether forever instead anyway lol all completely sharp hard modestly only",
);
const TIMES = set(
  "monday tuesday wednesday thursday friday saturday sunday january february march april may june july august september october " +
    "november december week month year quarter decade day days weeks months years morning evening night season summer winter " +
    "spring autumn this last next every each past percent per cent pct points point yoy",
);
const DETERMINERS = set(
  "a an the this that these those its his her their our my your some any all no every each both more most many several few " +
    "such another other new own further what whose",
);
const LINKS = set(
  "of in at for among amongst from on with within across between against over toward towards to by",
);
const BREAKS = set(
  "and or but nor while as because when whenever that which who whom whose whether if after before since until till although though than so " +
    "amid despite during unless where whereas yet then how why following due without per via under into onto about around through " +
    "near like thanks says say said",
);

/** Words that stand between a subject and its verb: auxiliaries, negations, "continues to". */
export const isAuxiliary = (core: string): boolean => AUXILIARIES.has(core);
/** Forms of "be" and "get", which make a passive. */
export const isBe = (core: string): boolean => BE.has(core);
/** Adverbs: the commonest, and those in -ly. */
export const isAdverb = (core: string): boolean =>
  ADVERBS.has(core) ||
  (core.length > 4 && core.endsWith("ly") && !/^(?:famil|suppl|rep|bul|al)ly$/.test(core));
/** Words of time and of share that follow a verb without being its object. */
export const isTime = (core: string): boolean => TIMES.has(core);
export const isDeterminer = (core: string): boolean => DETERMINERS.has(core);
/** Whether a number is written in it. */
export const isNumber = (core: string): boolean => /\p{N}/u.test(core) || NUMBERS.has(core);
const NUMBERS = set(
  "one two three four five six seven eight nine ten eleven twelve twenty thirty forty fifty hundred hundreds thousand thousands " +
    "million millions billion billions dozen dozens half third quarter",
);
/** Prepositions that tie a noun to the one before it: shares of the bank, trust in the mayor. */
export const isLink = (core: string): boolean => LINKS.has(core);
/** Words at which a phrase is over: conjunctions and prepositions of time and cause. */
export const isBreak = (core: string): boolean => BREAKS.has(core);

/** Whether no clause ends between the word at `at` and the next one. */
export function inClause(words: readonly ClauseWord[], at: number): boolean {
  return words[at]?.ends === false;
}

/** The core of the word at `at`; empty where there is none. */
export function coreAt(words: readonly ClauseWord[], at: number): string {
  return words[at]?.core ?? "";
}
