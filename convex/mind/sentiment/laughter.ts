/** Laughter beside a death or a loss, which is no joy; and death in jest: "I'm dead 😂". */
import { coreAt, inClause, type ClauseWord } from "../language/clauseWords";
import type { Reading } from "./absences";

const LAUGHTER = /^(?:lo+l+z?|lmf?ao+|rofl|(?:ba|mu)?h?a?(?:ha){2,}h?|(?:he){2,}h?|(?:hi){2,}|haha\p{L}*)$/u;
const LAUGHING_FACE = /[😂🤣😆😹]/u;
/** Deaths, and losses that nobody laughs about for joy. */
const DEATH =
  /^(?:died|dies|dying|dead|deceased|deaths?|funerals?|killed|murdered|drowned|suicide|perished|buried|widowed|miscarriage|stillborn)$/;
const LOSS =
  /^(?:lost|loses|losing|fired|sacked|redundant|evicted|bankrupt|divorced?|dumped|stolen|stole|robbed|burgled|mugged|cancer|tumou?r|leuka?emia|chemo|foreclosed|homeless|amputated|paralysed|paralyzed)$/;
/** "Lost it", "lost track", "lost in thought". */
const LOST_OTHERWISE = /^(?:it|track|count|in|weight|interest|for|my shit)$/;
const DENIES = /^(?:not|no|never|nobody|none|without|hardly|nearly|almost|.+n't)$/;
/** How far before a word what denies it may stand. */
const DENIAL_REACH = 3;
const SPEAKER = /^(?:i|i'm|im|i've|we|we're|me|us|literally|actually|so|just|am|have|was|were)$/;

/** What laughter and what it is about make of each other, by place; `readings` are those of the words so far. Linear in their number. */
export function laughterOf(
  texts: readonly string[],
  words: readonly ClauseWord[],
  readings: ReadonlyMap<number, Reading>,
): Map<number, Reading> {
  const found = new Map<number, Reading>();
  const laughs = (at: number) => LAUGHTER.test(coreAt(words, at)) || LAUGHING_FACE.test(texts[at] ?? "");
  if (!texts.some((_, at) => laughs(at) || coreAt(words, at).startsWith("laugh"))) return found;
  const sentences = sentencesOf(texts, laughs);
  for (const { from, to } of sentences) {
    const places = Array.from({ length: to - from }, (_, i) => from + i);
    const laughing = places.filter(laughs);
    const jests = new Set(places.filter((at) => isInJest(words, at, laughs)));
    for (const at of jests) found.set(at, "plain");
    const isFound = places.some((at) => /^(?:found|finds|find)$/.test(coreAt(words, at)));
    const grieves = (at: number) =>
      !jests.has(at) && !(isFound && /^los/.test(coreAt(words, at))) && isGrave(words, at, readings);
    if (places.some(grieves)) for (const at of laughing) found.set(at, "plain");
  }
  return found;
}

/** Sentences, each with the laughter that follows it: "My dog died. lol". */
function sentencesOf(
  texts: readonly string[],
  laughs: (at: number) => boolean,
): { from: number; to: number }[] {
  const sentences: { from: number; to: number }[] = [];
  let from = 0;
  texts.forEach((text, at) => {
    const isLast = at === texts.length - 1;
    if (!isLast && (!/[.!?…]["'”’)]*$/u.test(text) || laughs(at + 1))) return;
    sentences.push({ from, to: at + 1 });
    from = at + 1;
  });
  return sentences;
}

function isGrave(words: readonly ClauseWord[], at: number, readings: ReadonlyMap<number, Reading>): boolean {
  const core = coreAt(words, at);
  if (!DEATH.test(core) && !LOSS.test(core) && !isRunOver(words, at) && !isPassedAway(words, at))
    return false;
  const reading = readings.get(at);
  if (reading !== undefined && reading !== "bad" && reading !== "missed") return false;
  if (/^los/.test(core) && inClause(words, at) && LOST_OTHERWISE.test(coreAt(words, at + 1))) return false;
  for (let before = at - 1; at - before <= DENIAL_REACH && inClause(words, before); before--)
    if (DENIES.test(coreAt(words, before))) return false;
  return true;
}

function isRunOver(words: readonly ClauseWord[], at: number): boolean {
  return (
    coreAt(words, at) === "over" && /^(?:run|ran)$/.test(coreAt(words, at - 1)) && inClause(words, at - 1)
  );
}

function isPassedAway(words: readonly ClauseWord[], at: number): boolean {
  return (
    coreAt(words, at) === "away" && /^pass(?:ed|es)$/.test(coreAt(words, at - 1)) && inClause(words, at - 1)
  );
}

/** "I'm dead 😂", "I died laughing", "you're killing me lol", "dead lol": said of oneself, and of a moment. */
function isInJest(words: readonly ClauseWord[], at: number, laughs: (at: number) => boolean): boolean {
  const core = coreAt(words, at);
  const next = at + 1 < words.length ? coreAt(words, at + 1) : "";
  if (/^kill(?:ing|ed|s)$/.test(core)) return /^(?:me|us)$/.test(next) && endsBefore(words, at + 1, laughs);
  if (!/^(?:died|dying|dead|die)$/.test(core)) return false;
  if (/^laugh/.test(next) || (next === "of" && /^laugh/.test(coreAt(words, at + 2)))) return true;
  const isOwn = at === 0 || SPEAKER.test(coreAt(words, at - 1));
  const who = Array.from({ length: DENIAL_REACH }, (_, i) => coreAt(words, at - 1 - i));
  return (
    isOwn &&
    endsBefore(words, at, laughs) &&
    (at === 0 || who.some((one) => /^(?:i|i'm|im|i've|we|we're)$/.test(one)))
  );
}

/** Whether the clause ends after `at`, or laughter follows. */
function endsBefore(words: readonly ClauseWord[], at: number, laughs: (at: number) => boolean): boolean {
  return !inClause(words, at) || laughs(at + 1);
}
