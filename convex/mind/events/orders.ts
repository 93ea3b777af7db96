/** What a note tells the agent to do, and what it says besides. */
import { isOfNote, withoutFrame } from "../language/frames";
import { isQuestion } from "../language/questions";
import { sentencesIn, withoutBullet } from "../../../mind/text/sentences";
import { clausesOf } from "./orderClauses";
import { orderOf, type Found, type Order } from "./orderSentences";
import type { SituationEvent } from "../../../mind/tick/situation";

export type { Order } from "./orderSentences";

/** A sentence of a text, or a clause of one that gives several orders; `isWord`: it belongs to the words that one before it brought. */
interface Part {
  readonly text: string;
  readonly found: Found | null;
  readonly isWord: boolean;
}

function partsOf(text: string): Part[] {
  const parts: Part[] = [];
  for (const sentence of sentencesIn(text).map(withoutBullet)) {
    const clauses = clausesOf(sentence).map((clause) => ({ clause, own: orderOf(clause) }));
    for (const [i, { clause, own }] of clauses.entries()) {
      const before = parts.at(-1);
      const isBeside = (before?.found ?? clauses[i + 1]?.own ?? null) !== null;
      const found = own?.beside === true && !isBeside ? null : own;
      const isWord = found === null && (before?.isWord === true || before?.found?.goesOn === true);
      parts.push({ text: clause.trim(), found, isWord });
    }
  }
  return parts;
}

/** The orders in `note`, in their order. What somebody is told to have said gives none. */
export function ordersIn(note: string): Order[] {
  const parts = partsOf(note);
  return parts.flatMap(({ found }, i) => (found === null ? [] : [withWords(found, parts, i)]));
}

/** "The harvest was good. Tweet about it." What an order points back to, and what it goes on with, are its words. */
function withWords(
  { order, goesOn = false, pointsBack = false }: Found,
  parts: readonly Part[],
  at: number,
): Order {
  if (order.kind === "say" && goesOn) {
    const after = parts.slice(at + 1);
    const next = after.findIndex(({ isWord }) => !isWord);
    const words = after.slice(0, next < 0 ? after.length : next).map(({ text }) => text);
    return { ...order, words: [order.words, ...words].join(" ") };
  }
  if (order.kind !== "make" || !pointsBack) return order;
  const before = parts.slice(0, at);
  const words = before
    .slice(1 + before.findLastIndex(({ text }) => isQuestion(text)))
    .flatMap(({ text, found, isWord }) => (found === null && !isWord ? [text] : []))
    .join(" ");
  return words === "" ? order : { kind: "say", type: order.type, words };
}

/** What `note` says besides its orders, sentence by sentence. */
export function besidesOrders(note: string): string[] {
  return partsOf(note).flatMap(({ text, found, isWord }) => (found === null && !isWord ? [text] : []));
}

/** What a note tells: all of it but what asks and what orders; "" where nothing is left. */
export function toldIn(note: string): string {
  const parts = partsOf(note);
  const told = parts.filter((part) => part.found === null && !part.isWord && !isQuestion(part.text));
  return told.length === parts.length ? note : told.map((part) => part.text).join(" ");
}

/** What an event tells: notes alone are for the agent, and who orders something in the news tells that it was ordered. */
export function toldByEvent({ source, content }: Pick<SituationEvent, "source" | "content">): string {
  return source.kind === "wake" ? toldIn(content) : notAskedIn(content);
}

/** The same of a memory, without its frame. */
export function toldByMemory(memory: string): string {
  const heard = withoutFrame(memory);
  return isOfNote(memory) ? toldIn(heard) : notAskedIn(heard);
}

function notAskedIn(text: string): string {
  const sentences = sentencesIn(text).map(withoutBullet);
  const told = sentences.filter((sentence) => !isQuestion(sentence));
  return told.length === sentences.length ? text : told.join(" ");
}

/** Whether an event tells or asks something, and does not only give orders. */
export function tellsOrAsks({ source, content }: SituationEvent): boolean {
  return source.kind === "feed" || besidesOrders(content).length > 0;
}

/** Whether a memory is of a note that only gave orders: it says what was to be done, and nothing of how things are. */
export function onlyOrders(memory: string): boolean {
  return isOfNote(memory) && besidesOrders(withoutFrame(memory)).length === 0;
}

/** The orders that an event gives: notes alone are for the agent. */
export function ordersOfEvent({ source, content }: SituationEvent): Order[] {
  return source.kind === "wake" ? ordersIn(content) : [];
}
