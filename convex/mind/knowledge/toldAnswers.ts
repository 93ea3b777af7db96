/** Answers to a question from what the agent was told, and what its log quotes of that. */
import { keptOf, withoutReminders } from "../events/keeping";
import { toldByMemory, toldIn } from "../events/orders";
import type { Situation } from "../../../mind/tick/situation";
import { framed, isOfNote, withoutFrame } from "../language/frames";
import { isQuestion } from "../language/questions";
import { stemOf } from "../../../mind/text/stem";
import { tokensOf } from "../language/tokens";
import { tellingStem } from "../language/weakWords";
import { isWeekday, withWholeWeekdays } from "../language/weekdays";
import { bringsUpToDate } from "../memory/updates";
import { sentimentOf } from "../sentiment/sentiment";
import { aboutOf, NAME_WORTH, sharedBy, weightOfShared, type About } from "../statements/bearing";
import { claimsOf } from "../statements/claims";
import { tellsOfDeedTo } from "../statements/deeds";
import { statementsOf } from "../statements/statements";
import { contentWords, identifies, matterOf } from "./contentWords";
import { thingAskedAfter } from "./openQuestions";
import { namesThing, rivalsOf } from "./rivals";
import { weightFor } from "./sought";
import { thingsIn } from "./things";
import { holdsWanted, isTurnedRound } from "./wanted";

/** What was said of a question. */
export interface Told {
  /** Of several that bear alike the newest, and of one matter what holds now. */
  readonly told: { readonly text: string; readonly at: number } | null;
  /** What was told later, or in the same tick, of the very matter, and may have changed it; the newest. */
  readonly since: { readonly text: string; readonly at: number } | null;
  /** What of the question `told` names another in the place of: it tells of flat 2a, "flat 2b" was asked after. Null where it doesn't. */
  readonly insteadOf: string | null;
}

/** What has all words of a question, common ones too, bears before what is but about the same thing. */
const EVERY_WORD = 4;
/** What says of the matter an amount, a time or a name, where such is asked for, answers though it shares but one word. */
const WANTED_WORTH = 3.5;
/** What tells of the one thing that an open question asks after answers it, if nothing else does. */
const OPEN_WORTH = 1;
/** Puts one thing in another's place: "she wants chocolate instead of lemon" speaks of no cake, and changes it. */
const PUTS_IN_PLACE =
  /\b(?:instead of|in place of|rather than|no longer|not any ?more|changed (?:my|your|his|her|its|our|their) minds?)\b/iu;
/** Asks what somebody means to do. */
const WHAT_TO_DO =
  /\b(?:remind|remember|forget|should|shall|must|(?:have|has|had|need|needs|want|wanted|going) to|to-?do|when (?:do|does|will|am|is|are))\b/iu;
/** Asks for reasons: what is told of the same hour may be one, though it shares but a word. */
const FOR_REASONS = /\b(?:why|how come|what (?:made|makes|caused|causes|led))\b/iu;
const REASON_MS = 7 * 24 * 3_600_000;

/** A text that somebody may be told, with what it shares with the question. */
interface Entry {
  readonly text: string;
  readonly at: number;
  /** What was said comes before what its log says of it. */
  readonly rank: number;
  readonly weight: number;
}

/** What was told that answers a question, as it is `written`. The question itself may be among the events. */
export function toldOf(written: string, situation: Situation): Told {
  const question = withWholeWeekdays(written);
  const about = aboutOf(question);
  const weightOf = weightFrom(question, about);
  const entries = [
    ...situation.events.map(({ source, content, receivedAt }) => ({
      text: framed(source, content),
      at: receivedAt,
      rank: 0,
    })),
    // What the agent made of things, and comes back to in a quiet hour, nobody told it.
    ...situation.memories
      .filter(({ own }) => !own)
      .map(({ content, createdAt }) => ({ text: content, at: createdAt, rank: 0 })),
    ...situation.logs
      .filter(({ events }) => events > 0)
      .flatMap(({ summary, timestamp }) =>
        quotationsOrAll(summary).map((text) => ({ text: framed(NOTED, text), at: timestamp, rank: 1 })),
      ),
  ]
    // That something was asked, or asked for, is no answer.
    .map((entry) => ({ ...entry, text: stillTold(entry.text) }))
    .map((entry) => (WHAT_TO_DO.test(question) ? entry : { ...entry, text: withoutReminders(entry.text) }))
    .filter(({ text }) => text !== "" && !text.includes(written))
    .map((entry) => ({ ...entry, weight: weightOf(entry.text) }));
  const bearing = entries.filter(({ weight }) => weight > 0);
  const found = bearing.length > 0 ? bearing : reasonsFor(question, about, entries, situation.now);
  const ranked = found.sort((a, b) => a.rank - b.rank || b.weight - a.weight || b.at - a.at);
  const rivalOf = rivalsOf(question);
  const [first] = ranked;
  if (first === undefined) return { told: null, since: null, insteadOf: null };
  const insteadOf = rivalOf(first.text);
  const best =
    insteadOf === null
      ? first
      : ranked.find(({ text }) => namesThing(text, insteadOf) && rivalOf(text) === null);
  if (best === undefined) return { told: first, since: null, insteadOf };
  const told = holdingNow(best, entries, situation.timeZone);
  const ofTheSame = entries.filter(({ text }) => rivalOf(text) === null);
  return { told, since: toldSince(told, question, ofTheSame), insteadOf: null };
}

/** What an entry of a log quotes may have been a note. */
const NOTED = { kind: "wake" } as const;

/** What a memory tells, but for what it was not to keep. */
function stillTold(memory: string): string {
  return isOfNote(memory) ? toldIn(keptOf(withoutFrame(memory))) : toldByMemory(memory);
}

/** Tells whether a text, which is itself no question, may answer a question, as it is `written`. */
export function mayAnswer(written: string): (text: string) => boolean {
  const question = withWholeWeekdays(written);
  const weightOf = weightFrom(question, aboutOf(question));
  return (text) => !isQuestion(text) && weightOf(text) > 0;
}

/** Tells how much a text answers of `question`, which is about `asked`; 0 where it doesn't bear. */
function weightFrom(question: string, asked: About): (written: string) => number {
  const thing = thingAskedAfter(question);
  const open = thing === null ? null : aboutOf(thing);
  return (written) => {
    const text = withWholeWeekdays(written);
    if (isTurnedRound(question, text)) return 0;
    const about = aboutOf(text);
    return (
      weightFor({ about: askedOf(question, asked, about), asks: true }, about) +
      (saysEveryWordOf(question, text) ? EVERY_WORD : 0) +
      (holdsWanted(question, asked, text) ? WANTED_WORTH : 0) +
      (open !== null && tellsOf(open, about) ? OPEN_WORTH : 0)
    );
  };
}

/** Whether a text that is `about` so much tells of all of a `thing`: "staging" of "the staging server is down". */
function tellsOf(thing: About, about: About): boolean {
  return (
    thing.words.size > 0 &&
    [...thing.words].every((word) => about.words.has(word)) &&
    [...thing.figures].every((figure) => about.figures.has(figure))
  );
}

/**
 * The newest of what was told later, or in the same tick, and shares more with `told` than a name; or, where it speaks of all
 * that `question` asks after, is about the same with another word, or tells of a deed done to them.
 */
function toldSince(told: Entry, question: string, entries: readonly Entry[]): Entry | null {
  const about = aboutOf(told.text);
  const named = thingsIn(question, aboutOf(question));
  const asked = new Set(contentWords(question));
  const [statement] = statementsOf(told.text, () => claimsOf(told.text).names);
  // "The blue van" is asked after, and not what else is blue.
  const things = [...named, ...(statement?.subject ?? []).filter((word) => asked.has(word))];
  const goesOn = ({ text, weight }: Entry): boolean => {
    const shared = sharedBy(about, aboutOf(text));
    if ((weight > 0 || PUTS_IN_PLACE.test(text)) && weightOfShared(shared) > NAME_WORTH) return true;
    const said = new Set(contentWords(text));
    if (named.length === 0 || !things.every((thing) => said.has(thing))) return false;
    return shared.subject || shared.words.length + shared.names.length >= 2 || tellsOfDeedTo(text, things);
  };
  const later = entries.filter(
    (entry) => entry.rank === 0 && entry.at >= told.at && entry.text !== told.text && goesOn(entry),
  );
  return later.sort((a, b) => b.at - a.at)[0] ?? null;
}

/** What a summary quotes: "A note stands out …" says nothing of the matter. */
function quotationsOrAll(summary: string): string[] {
  const quotations = [...summary.matchAll(/“([^”]+)”/gu)].flatMap(([, said]) => said ?? []);
  return quotations.length > 0 ? quotations : [summary];
}

/** "What happens on Tuesday?" asks after the day itself. */
const OF_A_DAY = /^\P{L}*what\b/iu;
/** On which days somebody works is told by those that are free, too: "wed off". */
const ON_DUTY = /\b(?:off|shifts?|on duty|on call|holiday|leave|rota)\b/iu;
const WORK = stemOf("work");

/**
 * Whether a text has all words of a question, the common ones too, if one of them tells its matter from others: "Where do I buy
 * flour?", "Who is on call on Tuesday?". One word alone is enough where it is a day, or a label with which the text begins: "the pc is new".
 */
function saysEveryWordOf(question: string, text: string): boolean {
  const words = matterOf(question);
  const [only = "", second] = words;
  if (!words.some(identifies)) return false;
  const said = new Set(contentWords(text));
  if (second === undefined && (isWeekday(only) ? !OF_A_DAY.test(question) : !beginsWithLabel(text, only)))
    return false;
  return words.every((word) => said.has(word) || (word === WORK && ON_DUTY.test(text)));
}

/** Whether `text` begins with a word that tells nothing but which one is meant. */
function beginsWithLabel(text: string, word: string): boolean {
  return tellingStem(word) === null && contentWords(text)[0] === word;
}

/** `question` as it would be asked with the capitals of `text`: "what's wrong with github?" */
function askedOf(question: string, about: About, text: About): About {
  const tokens = tokensOf(question);
  const meant = [...text.names].filter(([name]) => {
    const at = tokens.indexOf(name);
    // "The rose" is nobody called Rose.
    return at >= 0 && !about.capitals.has(name) && !DETERMINERS.test(tokens[at - 1] ?? "");
  });
  if (meant.length === 0) return about;
  const names = new Map([...about.names, ...meant]);
  return { ...about, names, capitals: new Map([...about.capitals, ...meant]), subject: null };
}

const DETERMINERS =
  /^(?:an?|the|this|that|these|those|my|your|his|her|its|our|their|any|some|no|every|each)$/u;

/** What was told in the last days with a word or a weekday of a question for reasons, and is not of the other mood. */
function reasonsFor(question: string, about: About, entries: readonly Entry[], now: number): Entry[] {
  if (!FOR_REASONS.test(question)) return [];
  const mood = sentimentOf(question).score;
  return entries.flatMap((entry) => {
    const { words, figures } = sharedBy(about, aboutOf(entry.text));
    const isNear =
      entry.rank === 0 && now - entry.at <= REASON_MS && mood * sentimentOf(entry.text).score >= 0;
    const named = figures.filter((figure) => /\p{L}/u.test(figure));
    const weight = words.length + named.length;
    return isNear && weight > 0 ? [{ ...entry, weight }] : [];
  });
}

/**
 * Whether `text`, which is itself no question, says something of all that `question` is about, if that is more than one thing,
 * has all of its words, or says of its matter what is asked for: an amount, a time, a name.
 */
export function saysAllOf(question: string, text: string): boolean {
  if (isQuestion(text)) return false;
  const about = aboutOf(question);
  if (saysEveryWordOf(question, text) || holdsWanted(question, about, text)) return true;
  const { names, words, figures } = sharedBy(about, aboutOf(text));
  const needs = about.words.size + about.figures.size;
  return needs >= 2 && names.length + words.length + figures.length >= needs;
}

/** The newest of what brings `best` up to date; itself where nothing does. */
function holdingNow(best: Entry, entries: readonly Entry[], timeZone: string): Entry {
  return entries
    .filter(
      ({ rank, text, at }) =>
        rank === 0 && at > best.at && bringsUpToDate(text, best.text, { a: at, b: best.at, timeZone }),
    )
    .reduce((newest, entry) => (entry.at > newest.at ? entry : newest), best);
}
