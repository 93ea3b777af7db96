/** The sentences of a reflex thought: condensed to key phrases of its seeds, their relation, and what follows from it. */
import { CLEAR } from "../events/eventWords";
import { duration, fullStop, listed, numberWord, quoted, sentenceCase } from "../../../mind/text/phrasing";
import type { Idf } from "../../../mind/ranking/idf";
import { meanOf } from "./brilliance";
import { opennessOf, tellsOfDrop } from "./seedOpenness";
import type { Relations, Tension } from "./seedRelations";
import { pairOf } from "./thoughtFocus";
import { named, tellingOf, type Scene, type Telling, type ToldSeed } from "./thoughtTelling";
import type { Wording } from "./thoughtWordings";

const QUESTION_LENGTH = 90;
/** A question that came in with the others is of them; one that is older by days hangs on them by chance. */
const ASKED_OF_LATE_MS = 2 * 24 * 3_600_000;
/** What was told within an hour came in one go: its order says nothing. */
const APART_MS = 3_600_000;

/** The sentences for the scene, the empty ones left out. */
export function thoughtSentences(scene: Scene, idf: Idf): string[] {
  const telling = tellingOf(scene, idf);
  return [meeting(telling), relation(telling), beside(telling), outlook(telling)]
    .filter((said) => said !== "")
    .map((said) => fullStop(sentenceCase(said)));
}

/** What the seeds come to when they are put together. */
function meeting({ relations, focus, phrases, isRuledOut, about, say }: Telling): string {
  const { subject, several, tension, conflict, cause, bridge } = focus;
  const [a = "", b, c = ""] = phrases;
  if (b === undefined) return say("alone", { a });
  if (tension !== null) {
    const [one = 0, other = 0] = focus.told.map((index) => relations.feelings[index] ?? 0);
    const [glad, sore] = one >= other ? [a, b] : [b, a];
    const over = subject === null ? "" : ` over ${about}`;
    const [x = "", y = ""] = tension.said ?? [];
    return say(kindOf(tension), { a, b, glad, sore, over, x, y });
  }
  if (conflict !== null) {
    const told = phrases.slice(0, conflict.seeds.length);
    return say(conflict.kind, {
      a,
      b,
      told: listed(told),
      others: listed(told.slice(1)),
      date: conflict.date,
    });
  }
  if (focus.breach !== null) return say("breach", { rule: a, deed: b });
  if (focus.fulfilment !== null) return say(focus.fulfilment.kind, { condition: a, fact: b });
  if (cause !== null) return say("cause", { effect: a, cause: b });
  if (bridge !== null)
    return say(isRuledOut ? "ruled out" : "bridge", {
      a,
      b,
      c,
      from: named(bridge.from),
      to: named(bridge.to),
    });
  if (several !== null)
    return say("several", {
      told: listed(phrases),
      ones: several.name,
      many: numberWord(several.ones?.length ?? 2),
    });
  if (subject === null) return say("apart", { a, b });
  if (subject.isPlace === true) return say("place", { told: listed(phrases) });
  return say("subject", { told: listed(phrases), sides: numberWord(phrases.length) });
}

function kindOf({ kind, said }: Tension): Wording {
  switch (kind) {
    case "opposites":
    case "name":
      return said === null ? "pull apart" : "opposed";
    case "figures":
      return said === null ? "figures unsaid" : "figures";
    case "time":
      return "times";
    case "negation":
      return "denied";
    case "feeling":
      return "felt";
  }
}

/** How the told seeds stand to each other beyond that. */
function relation({ seeds, relations, focus, phrases, isRuledOut, say }: Telling): string {
  const { told, tension, conflict, cause, bridge, subject, several } = focus;
  if (told.length < 2 || tension !== null) return "";
  if (conflict !== null) return say(conflict.kind === "squeeze" ? "no room" : "one day");
  if (focus.breach !== null) return say("rule broken");
  if (focus.fulfilment !== null) return say(focus.fulfilment.kind === "met" ? "so follows" : "may follow");
  if (cause !== null) return say("one story");
  if (bridge !== null) return say(isRuledOut ? "kept apart" : "neither end");
  if (several !== null) return say("not one", { others: told.length === 2 ? "other" : "others" });
  if (subject === null) return say("unseen");
  if (subject.isPlace === true) return say("by chance");
  const voices = new Set(told.map((index) => seeds[index]?.own === true));
  if (voices.size === 2) return say("own voice");
  const feelings = told.map((index) => feelingOf(seeds, relations, index));
  const who = told.length === 2 ? "both" : `all ${numberWord(told.length)}`;
  const none = told.length === 2 ? "neither lightens the other" : "none lightens the others";
  if (feelings.every((feeling) => feeling <= -CLEAR)) return say("heavy", { who, none });
  if (feelings.every((feeling) => feeling >= CLEAR)) return say("light", { who });
  const [up, down] = [Math.max(...feelings), Math.min(...feelings)];
  if (up >= CLEAR && down <= -CLEAR) {
    const [glad = "", sore = ""] = [up, down].map((feeling) => phrases[feelings.indexOf(feeling)]);
    return say("mixed", { glad, sore });
  }
  const further = relations.shared.find(
    (other) => other !== subject && told.every((seed) => other.seeds.includes(seed)),
  );
  if (further !== undefined) return say("twice", { further: named(further) });
  // "A memory" and "an event" are ways in which the agent heard, and not who told.
  const sources = new Set(
    told.flatMap((index) => seeds[index]?.source ?? []).filter((source) => !/^(?:an?|my)\s/u.test(source)),
  );
  return say(sources.size > 1 ? "sources" : "neighbours");
}

/** How a seed feels, −1 to 1; nothing sure of one that denies or supposes what it tells. */
function feelingOf(seeds: readonly ToldSeed[], { feelings }: Relations, index: number): number {
  return opennessOf(seeds[index]?.content ?? "") === "told" ? (feelings[index] ?? 0) : 0;
}

/** What stands beside those that the thought turns on. */
function beside({ seeds, relations, focus, phrases, left, say }: Telling): string {
  const { told, conflict, bridge, subject } = focus;
  if (left !== null) {
    const further = seeds.length - told.length - 1;
    const others =
      further === 0 ? "" : `, and so ${further === 1 ? "does" : "do"} ${numberWord(further)} more`;
    return say("stands apart", { left, others });
  }
  const isPair = pairOf(focus) !== null || conflict?.seeds.length === 2;
  const third = isPair ? told[2] : undefined;
  if (third !== undefined) {
    const tie = relations.shared.find(
      (other) =>
        other !== subject &&
        other.seeds.includes(third) &&
        other.seeds.some((seed) => seed === told[0] || seed === told[1]),
    );
    return say("beside", {
      c: phrases[2] ?? "",
      by: tie === undefined ? "" : `, which touches it by ${named(tie)}`,
    });
  }
  if (subject === null || bridge !== null || isPair || conflict !== null) return "";
  const also = subject.seeds.length - told.length;
  if (also <= 0 || seeds.length <= told.length) return "";
  return say("more of it", { more: numberWord(also), say: also === 1 ? "says" : "say" });
}

/** What follows, or what stays open. */
function outlook(telling: Telling): string {
  const { focus, phrases, isRuledOut, say } = telling;
  const { tension, conflict, cause, bridge, subject, several, told } = focus;
  const order = inOrderOf(telling);
  if (tension !== null && tension.kind !== "feeling" && order !== null)
    return say(tension.kind === "figures" || tension.kind === "time" ? "later figure" : "later holds", order);
  if (tension?.kind === "figures" || tension?.kind === "time")
    return say("which figure", { them: tension.said === null ? "them" : listed([...tension.said]) });
  if (tension !== null && tension.kind !== "feeling") return say("which holds");
  if (conflict !== null)
    return say(conflict.kind === "squeeze" ? "give way" : "who moves", { date: conflict.date });
  const question = questionOf(telling);
  if (question !== undefined)
    return told.includes(question.seed)
      ? say("asked among")
      : say("asked beside", { asked: quoted(question.asked, QUESTION_LENGTH) });
  if (tension !== null) return say("for whom");
  if (focus.breach !== null) return say("leave");
  if (focus.fulfilment !== null) return say("see whether");
  if (cause !== null) return say("reason");
  if (bridge !== null) {
    const [a = "", b = "", c = ""] = phrases;
    return say(isRuledOut ? "ruled out by whom" : "middle", { a, b, c });
  }
  if (several !== null) return say("of a kind");
  if (subject?.isPlace === true) return say("open");
  return subject === null ? unjoined(telling) : follows(telling);
}

/** What was asked of late by one that is told, else by one that shares something with them. */
function questionOf({ seeds, relations: { questions, shared }, focus: { told } }: Telling) {
  const moments = told.flatMap((index) => seeds[index]?.at ?? []);
  const isOfLate = (seed: number) => moments.every((at) => at - (seeds[seed]?.at ?? at) <= ASKED_OF_LATE_MS);
  const isTied = (asking: number) =>
    shared.some((one) => one.seeds.includes(asking) && one.seeds.some((seed) => told.includes(seed)));
  const open = questions.filter(({ seed }) => isOfLate(seed));
  return open.find(({ seed }) => told.includes(seed)) ?? open.find(({ seed }) => isTied(seed));
}

/** The earliest and the latest of what stands in the relation, and the time between; null where their order says nothing. */
function inOrderOf({ seeds, focus: { told, tension }, phrases }: Telling) {
  const turnedOn = tension === null ? told : told.slice(0, 2);
  const moments = turnedOn.flatMap((index, place) => {
    const at = seeds[index]?.at ?? null;
    return at === null ? [] : [{ at, phrase: phrases[place] ?? "" }];
  });
  const [first, ...others] = moments.sort((a, b) => a.at - b.at);
  const last = others.at(-1);
  if (first === undefined || last === undefined || moments.length < turnedOn.length) return null;
  const gap = last.at - first.at;
  return gap < APART_MS ? null : { earlier: first.phrase, later: last.phrase, gap: duration(gap) };
}

function unjoined({ seeds, focus: { told }, phrases, say }: Telling): string {
  if (told.length < 2) return say("alone so far");
  return heavier(seeds, told) ? say("heavier", { a: phrases[0] ?? "" }) : say("none heavier");
}

/** What follows of seeds that have no more than a subject in common: by what is open, intended, over, bad or good among them. */
function follows(telling: Telling): string {
  const { seeds, relations, focus, phrases, say } = telling;
  const { told } = focus;
  const kinds = told.map((index) => opennessOf(seeds[index]?.content ?? ""));
  for (const kind of ["conditional", "unsettled", "intended"] as const) {
    const place = kinds.indexOf(kind);
    const [open, index] = [phrases[place], told[place]];
    if (open === undefined || index === undefined) continue;
    const change = told.findIndex((other) => takesBack(seeds[other], seeds[index]));
    const now = phrases[change];
    return now === undefined ? say(kind, { open }) : say("taken back", { open, now });
  }
  const feeling = meanOf(told.map((index) => feelingOf(seeds, relations, index)));
  if (kinds.includes("final")) return say("final");
  if (feeling <= -CLEAR) return say("worse");
  if (feeling >= CLEAR) return say("better");
  const order = inOrderOf(telling);
  return order === null ? say("open") : say("open in order", order);
}

/** Whether one tells of a change of what the other tells as open; of two moments that are known, the later one. */
function takesBack(change: ToldSeed | undefined, open: ToldSeed | undefined): boolean {
  if (change === undefined || open === undefined || change === open) return false;
  const [now, then] = [change.at ?? null, open.at ?? null];
  if (now !== null && then !== null && now < then) return false;
  return tellsOfDrop(change.content) && !tellsOfDrop(open.content);
}

/** Whether the first told is more important than every other seed; told in words, equal seeds would be ranked by chance. */
function heavier(seeds: readonly ToldSeed[], [first = 0]: readonly number[]): boolean {
  const importance = seeds[first]?.importance ?? 0;
  return seeds.every((seed, index) => index === first || seed.importance < importance);
}
