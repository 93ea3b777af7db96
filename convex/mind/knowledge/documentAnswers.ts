/** What the documents that the agent was given to know say of a text: the sentence or row of them that bears most on it. */
import { questionIn } from "../events/eventWords";
import type { SituationPassage } from "../../../mind/tick/situation";
import { termsOf, tokensOf } from "../language/tokens";
import { isTellingTerm, tellingStem } from "../language/weakWords";
import { lengthOf } from "../../../mind/text/phrasing";
import { profileOf, rawSimilarity, type Profile } from "../../../mind/ranking/lexical";
import { type Idf, UNCOUNTED } from "../../../mind/ranking/idf";
import { aboutOf, sharedBy } from "../statements/bearing";
import { headingsIn, sentencesOf, type DocumentSentence, type Row } from "./documentSentences";
import { aroundHit } from "./quotedPart";
import { namesThing, rivalsOf } from "./rivals";
import { READ_LENGTH, weightFor, type Sought } from "./sought";
import { holdsWanted, wantedBy } from "./wanted";

/** What a document says, by the words of it that bear most. */
export interface Known {
  /** The sentence that bears on the text, or all of a text whose sentences together do so more. */
  readonly text: string;
  /** How much it shares with the text, for choosing among several. */
  readonly bearing: number;
  /** What of a question it names another in the place of; null where it doesn't. */
  readonly insteadOf: string | null;
  /** The place of its passage among `Situation.knowledge`, from 1. */
  readonly passage: number;
}

/** What is quoted of a document at most. */
const QUOTED_LENGTH = 200;
/** A question that "yes" doesn't answer: what has none but its own words answers nothing. */
const OPEN = /\b(?:who|whom|whose|what|when|where|why|which|how)\b/iu;
const NOTHING_ADDED = 0.3;
/** A sentence that holds an answer of the kind that is wanted bears so much more. */
const WANTED_WORTH = 0.25;
/** A text that a document is about, and nothing else of, bears as two words do. */
const TITLED = 2;
/** So does what says of the matter an amount, a time or a name, where such is asked for. */
const ANSWERING = 2;
/** What stands before, after or without a thing is another answer; too little to bear by itself. */
const RELATIONS = new Set("before after during without until since within under over between".split(" "));
const RELATION_WORTH = 0.25;

/** Words that anything may share count little beside those that tell what a text is about. */
const WEAK_SHARE = 0.3;
const tellingly: Idf = (term) =>
  UNCOUNTED(term) * (isTellingTerm(term) || /\p{N}/u.test(term) ? 1 : WEAK_SHARE);

/** What a passage of knowledge says of `question`; null where none does. */
export function knownOf(question: string, knowledge: readonly SituationPassage[]): Known | null {
  return nearest(passagesOn({ about: aboutOf(question), asks: true }, knowledge, question));
}

/** The passage of knowledge that bears most on any of these texts; null where none does. */
export function nearestPassage(
  texts: readonly string[],
  knowledge: readonly SituationPassage[],
): Known | null {
  return nearest(
    texts.flatMap((text) => {
      const about = aboutOf(text.slice(0, READ_LENGTH));
      const asks = questionIn(text) !== null;
      const found = passagesOn({ about, asks }, knowledge, text.slice(0, READ_LENGTH));
      return found.filter(({ insteadOf }) => insteadOf === null);
    }),
  );
}

function passagesOn(sought: Sought, knowledge: readonly SituationPassage[], written: string): Known[] {
  const asked = profileOf(written);
  const relations = relationsIn(written);
  const rivalOf = sought.asks ? rivalsOf(written) : () => null;
  const titleRivalOf = sought.asks ? rivalsOf(written, { deeds: false }) : () => null;
  return knowledge.flatMap(({ title, heading = "", columns = "", text }, i) => {
    const read = text.slice(0, READ_LENGTH).trim();
    const answers = sought.asks && holdsWanted(written, sought.about, read);
    const weight = Math.max(
      passageWeight(sought, [title, heading, ...headingsIn(read)].join(". "), `${columns}\n${read}`),
      answers ? ANSWERING : 0,
    );
    const titled = titleRivalOf(title);
    // A document that is of another thing as a whole says nothing of this one.
    if (weight === 0 || (titled !== null && !namesThing(read, titled))) return [];
    const sentences = sentencesOf(read, columns);
    const best = bestSentence(written, asked, relations, title, read, sentences, rivalOf);
    // Of documents that share as much, the one that has a sentence for it.
    return best === null ? [] : [{ ...best, bearing: weight + best.bearing, passage: i + 1 }];
  });
}

/**
 * A document is about what its title and headings name: one telling word of them is enough for what came in, and for a
 * question where nothing else is asked for but names, which documents rarely know. So is the very subject of what came
 * in. A name that only stands in its text is not enough.
 */
function passageWeight(sought: Sought, title: string, text: string): number {
  const { about, asks } = sought;
  const [headed, whole] = [aboutOf(title), aboutOf(`${title}. ${text}`)];
  const shared = sharedBy(about, whole);
  const named = new Set([...about.names.keys()].map(tellingStem));
  const telling = [...about.words].filter((word) => !named.has(word));
  const isKnown = shared.words.length > 0 || sharedBy(about, headed).names.length > 0;
  const isTitled =
    telling.some((word) => headed.words.has(word)) &&
    (!asks ||
      (telling.every((word) => whole.words.has(word)) && about.figures.size === shared.figures.length));
  const isSubject = about.subject !== null && whole.words.has(about.subject);
  return Math.max(isKnown ? weightFor(sought, whole) : 0, isTitled ? TITLED : 0, isSubject ? 1 : 0);
}

function nearest(found: readonly Known[]): Known | null {
  const [best] = [...found].sort(
    (a, b) => Number(a.insteadOf !== null) - Number(b.insteadOf !== null) || b.bearing - a.bearing,
  );
  return best ?? null;
}

/** Of the sentences of a text what bears most; all of a short one where that holds more of what is asked than any of them. Null where it is a table none of whose rows has anything to do with it. */
function bestSentence(
  written: string,
  asked: Profile,
  relations: ReadonlySet<string>,
  title: string,
  text: string,
  sentences: readonly DocumentSentence[],
  rivalOf: (text: string) => string | null,
): Omit<Known, "passage"> | null {
  const wanted = wantedBy(written);
  const known = new Set([...asked.counts.keys(), ...termsOf(title)]);
  const bearing = (one: string, heading: string) =>
    Math.max(likeness(asked, one), heading === "" ? 0 : likeness(asked, `${heading}. ${one}`)) *
    (1 + RELATION_WORTH * [...relationsIn(one)].filter((word) => relations.has(word)).length) *
    (wanted?.(one) === true ? 1 + WANTED_WORTH : 1) *
    (OPEN.test(written) && termsOf(one).every((term) => known.has(term)) ? NOTHING_ADDED : 1);
  const titled = new Set(termsOf([title, ...sentences.map(({ heading }) => heading)].join(". ")));
  const sought = [...asked.counts.keys()].filter((term) => isTellingTerm(term) && !titled.has(term));
  const answering = sentences.filter(({ row }) => row === undefined || answersInRow(row, asked, titled));
  if (answering.length === 0 && sentences.length > 0) return null;
  const held = heldOf(sought, text);
  const isScattered = sentences.every((one) => heldOf(sought, one.text) < held);
  // Words that stand apart from each other tell of something else, where what is wanted is none of it: "How much is oat milk?"
  if (isScattered && held > 1 && wanted !== null && !answering.some(({ text: said }) => wanted(said)))
    return null;
  const isWhole = lengthOf(text) <= QUOTED_LENGTH && isScattered;
  const found = isWhole ? wholeOf(text, sentences) : [];
  const ranked = [...found, ...answering]
    .map((one) => ({ ...one, bearing: bearing(readingOf(one), one.heading) }))
    .sort((a, b) => b.bearing - a.bearing);
  const [first = { text, heading: "", bearing: -1 }] = ranked;
  const whole = (one: DocumentSentence) => [title, one.heading, readingOf(one)].join(". ");
  const insteadOf = rivalOf(whole(first));
  const own =
    insteadOf === null
      ? first
      : ranked.find((one) => namesThing(whole(one), insteadOf) && rivalOf(whole(one)) === null);
  const best = own ?? first;
  return {
    text: aroundHit(best.text, written, QUOTED_LENGTH),
    bearing: best.bearing,
    insteadOf: own === undefined ? insteadOf : null,
  };
}

/** All of a short text; of one with headings what stands under them. */
function wholeOf(text: string, sentences: readonly DocumentSentence[]): DocumentSentence[] {
  const isPlain = headingsIn(text).length === 0 || sentences.some(({ row }) => row !== undefined);
  return [{ text: isPlain ? text : sentences.map((one) => one.text).join(" "), heading: "" }];
}

/** Whether a row may answer: by its own values, but where nothing is asked for besides what titles and the names of columns say. */
function answersInRow({ columns, values }: Row, asked: Profile, titled: ReadonlySet<string>): boolean {
  const own = new Set(termsOf(values));
  const named = new Set([...titled, ...termsOf(columns)]);
  const keys = [...asked.counts.keys()].filter((term) => isTellingTerm(term) || /\p{N}/u.test(term));
  return keys.some((term) => own.has(term)) || keys.every((term) => named.has(term));
}

/** What a sentence is compared by. */
function readingOf({ text, row }: DocumentSentence): string {
  return row === undefined ? text : `${row.columns}\n${row.values}`;
}

/** How many of the terms a text has. */
function heldOf(terms: readonly string[], text: string): number {
  const { counts } = profileOf(text);
  return terms.filter((term) => counts.has(term)).length;
}

function relationsIn(text: string): Set<string> {
  return new Set(tokensOf(text).filter((token) => RELATIONS.has(token)));
}

/** 0 where two texts share no word but numbers: "at 2" does not answer "what is 2 + 2". */
function likeness(asked: Profile, text: string): number {
  const profile = profileOf(text);
  const sharesWord = [...asked.counts.keys()].some((term) => /\p{L}/u.test(term) && profile.counts.has(term));
  return sharesWord ? rawSimilarity(asked, profile, tellingly) : 0;
}
