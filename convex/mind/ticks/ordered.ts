/** What the reflexes do of what notes ask them to make: from what is on record of it and nothing else, or not at all. */
import { normalForm } from "../../../mind/duplicates/normalForm";
import { byGravity } from "../events/eventWords";
import { ordersOfEvent, toldByEvent, toldByMemory, type Order } from "../events/orders";
import type { Situation } from "../../../mind/tick/situation";
import { nearestPassage } from "../knowledge/documentAnswers";
import { entitiesOf } from "../language/entities";
import { regularForm } from "../language/irregularForms";
import { isVerbForm } from "../language/verbs";
import { excerpt, fullStop, lengthOf, quoted, sentenceCase } from "../../../mind/text/phrasing";
import { Mentions } from "../memory/mentions";
import { bringsUpToDate } from "../memory/updates";
import { onceEach } from "../../../mind/lists/uniqueBy";
import { calendarDay } from "../../../mind/time/calendarDay";
import type { ArtifactType } from "../../../mind/enums";
import { LeftOut } from "./leftOut";

/** So many things a tick makes because it was told to: the others are for what came in. */
const MOST_MADE = 2;
/** Orders of one tick that are done or told of. */
const MOST_TOLD = 4;
const TWEET_LENGTH = 280;
const QUOTE_LENGTH = 300;
const NOTE_LENGTH = 700;
const ABOUT_LENGTH = 80;
/** As many things as a note holds. */
const MOST_NOTED = 3;

/** What became of an order: what was made, and a sentence on it for the log. */
export interface Obeyed {
  readonly told: string;
  readonly made: {
    readonly type: ArtifactType;
    readonly content: string;
    readonly passage?: number;
  } | null;
}

/** What becomes of the orders in this tick's notes, each once, the most pressing first. */
export function obeyed(situation: Situation): Obeyed[] {
  const orders = byGravity(situation.events).flatMap(ordersOfEvent);
  const left = new LeftOut(situation);
  let made = 0;
  return onceEach(orders, (order) => normalForm(JSON.stringify(order)))
    .slice(0, MOST_TOLD)
    .map((order) => {
      const done = whatBecameOf(order, situation, left, made < MOST_MADE);
      if (done.made !== null) made += 1;
      return done;
    });
}

const NAMES: { readonly [type in ArtifactType]: string } = {
  tweet: "a tweet",
  note: "a note",
  question: "a question",
  alert: "an alert",
};

function whatBecameOf(order: Order, situation: Situation, left: LeftOut, hasRoom: boolean): Obeyed {
  switch (order.kind) {
    case "make":
      return make(order, situation, left, hasRoom);
    case "say":
      return say(order, left, hasRoom);
    default:
      return notDone(order);
  }
}

const NO_ROOM = "a tick makes no more than two things that it is told to make";

function unsaid(matter: string): string {
  return `${quoted(matter, ABOUT_LENGTH)}, which I was asked to leave out`;
}

/** What somebody wants said is said in his words, but for what is to be left out. */
function say({ type, words }: Extract<Order, { kind: "say" }>, left: LeftOut, hasRoom: boolean): Obeyed {
  const name = NAMES[type];
  const forbidding = left.forbidding(words, "");
  if (!hasRoom || forbidding !== null) {
    const why = forbidding === null ? NO_ROOM : `its words may tell of ${unsaid(forbidding)}`;
    return { told: `I was asked for ${name}, and made none: ${why}.`, made: null };
  }
  return {
    told: `As I was asked, I made ${name} in the words of the note.`,
    made: { type, content: inWords(type, words) },
  };
}

function inWords(type: ArtifactType, words: string): string {
  switch (type) {
    case "tweet":
      return excerpt(sentenceCase(fullStop(words)), TWEET_LENGTH);
    case "question":
      return excerpt(sentenceCase(words), QUOTE_LENGTH);
    case "alert":
      return `Raised because a note asked for it: ${quoted(words, QUOTE_LENGTH)}`;
    case "note":
      return `Asked for: ${quoted(words, NOTE_LENGTH)}`;
  }
}

function notDone(order: Extract<Order, { kind: "leave" | "other" }>): Obeyed {
  return { told: order.kind === "leave" ? leftTold(order.about) : otherTold(order.said), made: null };
}

function leftTold(about: string): string {
  return about.toLowerCase() === "names"
    ? "I was asked for no names: nothing that I make has any."
    : `I was asked to leave ${quoted(about, ABOUT_LENGTH)} alone: for three days I don't come back to it by myself; what comes in about it is read and told as ever.`;
}

function otherTold(said: string): string {
  return `I was told: ${quoted(said, ABOUT_LENGTH)} That is not done: without a language model I make tweets, notes, questions and alerts of what is on record, and nothing else.`;
}

function make(
  { type, about }: Extract<Order, { kind: "make" }>,
  situation: Situation,
  left: LeftOut,
  hasRoom: boolean,
): Obeyed {
  const name = NAMES[type];
  const matter = about === null ? "" : ` about ${quoted(about, ABOUT_LENGTH)}`;
  const not = (why: string): Obeyed => ({
    told: `I was asked for ${name}${matter}, and made none: ${why}.`,
    made: null,
  });
  if (about === null) return not("the note doesn't say about what");
  if (!hasRoom) return not(NO_ROOM);
  const found = onRecordOf(about, situation).map((item) => ({
    ...item,
    forbidding: left.forbidding(`${item.from}: ${item.text}`, about),
  }));
  const items = found.filter(({ forbidding }) => forbidding === null);
  const [first] = items;
  if (first === undefined) {
    const forbidding = found.find((item) => item.forbidding !== null)?.forbidding ?? null;
    return not(
      forbidding === null
        ? "nothing that I have on record mentions it"
        : `what I have on record of it may tell of ${unsaid(forbidding)}`,
    );
  }
  const content = worded(type, about, items, first);
  const passage = (type === "note" ? items : [first]).find((item) => item.passage !== undefined)?.passage;
  return {
    told: `As I was asked, I made ${name}${matter} of what I have on record.`,
    made: { type, content, ...(passage === undefined ? {} : { passage }) },
  };
}

/** Something on record, and what says where it is from. */
interface Item {
  readonly text: string;
  readonly from: string;
  readonly passage?: number;
}

function worded(type: ArtifactType, about: string, items: readonly Item[], { text, from }: Item): string {
  switch (type) {
    case "tweet":
      return `${from}: ${quoted(text, TWEET_LENGTH - lengthOf(from) - 4)}`;
    case "question":
      return `${from}: ${quoted(text, QUOTE_LENGTH)} Does that still hold?`;
    case "alert":
      return `Raised because a note asked for it. ${from}: ${quoted(text, QUOTE_LENGTH)}`;
    case "note":
      return [
        `Asked for, about ${quoted(about, ABOUT_LENGTH)}.`,
        ...items
          .slice(0, MOST_NOTED)
          .map((item) => fullStop(`${item.from}: ${quoted(item.text, QUOTE_LENGTH)}`)),
      ].join(" ");
  }
}

/** Whether a text wants something done by anybody: "Send the parcel to Ruth." */
function isRequest(text: string): boolean {
  const first = /^[\s\p{P}]*(\p{L}+)\s/u.exec(text)?.[1]?.toLowerCase() ?? "";
  const isBare = regularForm(first) === first && !/(?:ed|ing)$/u.test(first);
  return isBare && isVerbForm(first);
}

/** "The latest on the harvest", "how good the bread is", "our bread being praised": what is said of the matter is no part of it. */
const SAID_OF_IT =
  /^(?:(?:the|any|some|our|your|my) )?(?:(?:latest|newest|recent|last|current|good|bad|great) )?(?:news|latest|newest|updates?|story|state|status|progress) (?:on|of|about|from|with|in) |^(?:how(?: \p{L}+)?|why|that|what|the fact that) (?=the |our |my |your )/iu;
const TOLD_OF_IT = /,? (?:being|having|getting|who|which|that|is|are|was|were|has|have|had)(?: .*)?$/iu;

/** What is on record of the matter of an order, or where nothing mentions all of it, of the thing that it is about. */
function onRecordOf(about: string, situation: Situation): Item[] {
  const whole = mentioning(about, situation);
  const thing = about.replace(SAID_OF_IT, "").replace(TOLD_OF_IT, "");
  return whole.length > 0 || thing === about ? whole : mentioning(thing, situation);
}

/** What others said that mentions all of it, the newest first, but for what newer words brought up to date; then what a document says. */
function mentioning(about: string, { events, memories, knowledge, timeZone }: Situation): Item[] {
  const said = [
    ...events.map((event) => ({ content: toldByEvent(event), at: event.receivedAt })),
    ...memories
      .filter(({ own }) => !own)
      .map(({ content, createdAt }) => ({ content: toldByMemory(content), at: createdAt })),
  ].filter(({ content }) => content !== "" && !isRequest(content));
  const document = nearestPassage([about], knowledge);
  const title = document === null ? "" : (knowledge[document.passage - 1]?.title ?? "");
  const written = document === null ? "" : `${title}. ${document.text}`;
  const mentions = new Mentions(
    [...said.map(({ content }) => content), written].map((content) => ({
      content,
      entities: entitiesOf(content),
    })),
  );
  const told = onceEach(
    said.filter(({ content }) => mentions.has(about, content)).sort((a, b) => b.at - a.at),
    ({ content }) => normalForm(content),
  );
  const holding = told.filter(
    (one, i) =>
      !told
        .slice(0, i)
        .some((newer) => bringsUpToDate(newer.content, one.content, { a: newer.at, b: one.at, timeZone })),
  );
  return [
    ...holding.map(({ content, at }) => ({
      text: content,
      from: `As I was told on ${calendarDay(at, timeZone)}`,
    })),
    ...(document !== null && mentions.has(about, written)
      ? [{ text: document.text, from: `From ${quoted(title, ABOUT_LENGTH)}`, passage: document.passage }]
      : []),
  ];
}
