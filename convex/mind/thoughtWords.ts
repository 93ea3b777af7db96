/** The sentences of a reflex thought: condensed to key phrases of its seeds, their relation, and what follows from it. */
import { meanOf } from "./brilliance";
import { CLEAR } from "./eventWords";
import { keyPhrase } from "./keyPhrase";
import type { Idf } from "./rarity";
import type { Relations, Tension } from "./seedRelations";
import type { RelatedSeed, Shared } from "./sharedMatters";
import type { Focus } from "./thoughtFocus";
import { termsOf } from "./tokens";
import { clipped, fullStop, listed, numberWord, oneLine, quoted, sentenceCase } from "./wording";

/** A seed as its thought tells of it. */
export interface ToldSeed extends RelatedSeed {
  /** Whether the agent said it itself. */
  readonly own: boolean;
  /** Where it comes from; null if nobody says. */
  readonly source?: string | null;
  /** 0 to 1. */
  readonly importance: number;
}

export interface Scene {
  readonly seeds: readonly ToldSeed[];
  readonly relations: Relations;
  readonly focus: Focus;
}

const QUESTION_LENGTH = 90;
const PHRASE_LENGTH = 60;
/** What a seed is about stands at its beginning. */
const READ_LENGTH = 600;

interface Telling extends Scene {
  /** A key phrase of each told seed, in quotation marks, in the order of `focus.told`. */
  readonly phrases: readonly string[];
  /** The same of the first that is not told, where nothing joins the seeds: it would go unnamed. */
  readonly left: string | null;
  /** What the thought is about, as it names it. */
  readonly about: string;
  /** Which of several wordings, for each place where there are some; the same for the same seeds. */
  readonly pick: (place: number, wordings: readonly string[]) => string;
}

/** The sentences for the scene, the empty ones left out. */
export function thoughtSentences(scene: Scene, idf: Idf): string[] {
  const telling = tellingOf(scene, idf);
  return [meeting(telling), relation(telling), beside(telling), outlook(telling)]
    .filter((said) => said !== "")
    .map((said) => fullStop(sentenceCase(said)));
}

function tellingOf(scene: Scene, idf: Idf): Telling {
  const { seeds, focus } = scene;
  const subjects = [focus.subject, focus.bridge?.to ?? null].filter((subject) => subject !== null);
  const said = new Set(subjects.flatMap(({ name }) => termsOf(name)));
  const terms = seeds.map(({ content }) => new Set(termsOf(content.slice(0, READ_LENGTH))));
  const phraseOf = (index: number, wanted: string) => {
    const others = focus.told.filter((other) => other !== index);
    const common = new Set(others.flatMap((other) => [...(terms[other] ?? [])]));
    const guidance = { said, common, wanted: new Set(termsOf(wanted)) };
    const phrase = keyPhrase(seeds[index]?.content ?? "", guidance, idf);
    return quoted(phrase, PHRASE_LENGTH).replace(/[.,;:]”$/u, "”");
  };
  const untold = seeds.findIndex((_, index) => !focus.told.includes(index));
  const variant = variantOf(seeds);
  return {
    ...scene,
    phrases: focus.told.map((index, place) => phraseOf(index, focus.tension?.said?.[place] ?? "")),
    left: isUnjoined(focus) && untold >= 0 ? phraseOf(untold, "") : null,
    about: focus.subject === null ? "it" : named(focus.subject),
    pick: (place, wordings) => wordings[mixed(variant, place) % wordings.length] ?? "",
  };
}

/** Whether the seeds have nothing in common that the thought could turn on. */
function isUnjoined({ subject, tension, cause, bridge }: Focus): boolean {
  return subject === null && tension === null && cause === null && bridge === null;
}

/** What the seeds come to when they are put together. */
function meeting({ relations, focus, phrases, about, pick }: Telling): string {
  const { subject, tension, cause, bridge } = focus;
  const [first = "", second, third] = phrases;
  if (second === undefined) return `only one thing is before me, and it comes down to ${first}`;
  if (tension !== null) {
    const [a = 0, b = 0] = focus.told.map((index) => relations.feelings[index] ?? 0);
    const [glad, sore] = a >= b ? [first, second] : [second, first];
    return parted(tension, { first, second, glad, sore }, focus.subject === null ? null : about, pick);
  }
  if (cause !== null)
    return pick(0, [
      `${first} has its reason in ${second}`,
      `behind ${first} stands ${second}`,
      `${second} explains ${first}`,
    ]);
  if (bridge !== null)
    return pick(0, [
      `${named(bridge.from)} and ${named(bridge.to)} hang together by ${second}: through it ${first} comes within reach of ${third}`,
      `between ${first} and ${third} stands ${second}, the one place where ${named(bridge.from)} and ${named(bridge.to)} hang together`,
    ]);
  if (subject === null)
    return pick(0, [
      `I find nothing that joins ${first} and ${second}, and lay them side by side all the same`,
      `I see no thread that leads from ${first} to ${second}`,
    ]);
  const told = listed(phrases);
  const sides = numberWord(phrases.length);
  return pick(0, [
    `${about} is where ${told} cross`,
    `I read ${told} as ${sides} sides of ${about}`,
    `behind ${told} I see one ${isName(subject) ? about : "thing"}, ${isName(subject) ? "" : `${about}, `}not ${sides}`,
    `taken together, ${told} say more of ${about} than each does alone`,
    `${told}: ${sides} tellings, and ${about} in each`,
  ]);
}

function parted(
  { kind, said }: Tension,
  { first, second, glad, sore }: { first: string; second: string; glad: string; sore: string },
  about: string | null,
  pick: Telling["pick"],
): string {
  const over = about === null ? "" : ` over ${about}`;
  switch (kind) {
    case "opposites":
    case "name": {
      if (said === null) return `${first} and ${second} pull apart${over}`;
      const [x, y] = said;
      return pick(0, [
        `${first} and ${second} pull apart${over}: “${x}” in the one, “${y}” in the other`,
        `“${x}” stands against “${y}”${over}, and ${first} can hardly hold together with ${second}`,
      ]);
    }
    case "figures":
      return said === null
        ? `the figures compete${over}: ${first} beside ${second}`
        : `two figures compete${over}: ${said[0]} in the one telling, ${said[1]} in the other`;
    case "time":
      return `two times compete${over}: ${first} beside ${second}`;
    case "negation":
      return `what the one affirms the other denies${over}: ${first} beside ${second}`;
    case "feeling": {
      const matter = about ?? "one matter";
      return pick(0, [
        `${glad} sounds well and ${sore} sounds ill, though both are about ${matter}`,
        `the voices differ${over}: ${glad} is told gladly, ${sore} with a sigh`,
      ]);
    }
  }
}

/** How the told seeds stand to each other beyond that. */
function relation({ seeds, relations, focus, phrases, about, pick }: Telling): string {
  const { told, tension, cause, bridge, subject } = focus;
  if (told.length < 2 || tension !== null) return "";
  if (cause !== null)
    return pick(1, [
      "so they are one story and not two, and whoever wants to change the first has to look at the second",
      "then the second is the place to begin, for the first only follows from it",
    ]);
  if (bridge !== null)
    return pick(1, [
      "neither end says so by itself",
      "taken alone, neither end would have told me of the other",
    ]);
  if (subject === null) return "if they belong together, it is by something that I don't see in either";
  const voices = new Set(told.map((index) => seeds[index]?.own === true));
  if (voices.size === 2) return "one of these voices is my own earlier one, so it proves nothing";
  const feelings = told.map((index) => relations.feelings[index] ?? 0);
  const who = told.length === 2 ? "both" : `all ${numberWord(told.length)}`;
  if (feelings.every((feeling) => feeling <= -CLEAR))
    return pick(1, [
      `${who} weigh on it, and ${told.length === 2 ? "neither lightens the other" : "none lightens the others"}`,
      `${who} speak of it with trouble`,
    ]);
  if (feelings.every((feeling) => feeling >= CLEAR))
    return pick(1, [`${who} speak well of it`, `${who} are glad of it, which one alone might merely hope`]);
  const [up, down] = [Math.max(...feelings), Math.min(...feelings)];
  if (up >= CLEAR && down <= -CLEAR) {
    const [glad = "", sore = ""] = [up, down].map((feeling) => phrases[feelings.indexOf(feeling)]);
    return `${glad} pulls it one way and ${sore} the other, so it is neither simply well nor simply ill`;
  }
  const further = relations.shared.find(
    (other) => other !== subject && told.every((seed) => other.seeds.includes(seed)),
  );
  if (further !== undefined)
    return pick(1, [
      `${named(further)} returns with it each time, which makes chance less likely`,
      `where it turns up, ${named(further)} is not far`,
    ]);
  const sources = new Set(told.flatMap((index) => seeds[index]?.source ?? []));
  return pick(1, [
    "it is I who draw the thread between them, so it is mine to test",
    `each looks at ${about} from its own side, and only together do they show its size`,
    `they came to me apart; ${about} is the reason to move them closer`,
    "each is told as if it stood alone, and the other side may be what it is missing",
    "taken alone each is a detail; side by side they begin to look like a course of things",
    ...(sources.size > 1
      ? [
          "they reach me from different sides that need not know of each other",
          "that they come from different sources speaks against a single rumour",
        ]
      : []),
  ]);
}

/** What stands beside those that the thought turns on. */
function beside({ seeds, relations, focus, phrases, left }: Telling): string {
  const { told, tension, cause, bridge, subject } = focus;
  if (left !== null) {
    const further = seeds.length - told.length - 1;
    const others =
      further === 0 ? "" : `, and so ${further === 1 ? "does" : "do"} ${numberWord(further)} more`;
    return `${left} stands apart from both as well${others}`;
  }
  const third = tension === null && cause === null ? undefined : told[2];
  if (third !== undefined) {
    const tie = relations.shared.find(
      ({ seeds: holders }) =>
        holders.includes(third) && holders.some((seed) => seed === told[0] || seed === told[1]),
    );
    const by = tie === undefined ? "" : `, which touches it by ${named(tie)}`;
    return `${phrases[2] ?? ""} stands beside that${by}`;
  }
  if (subject === null || bridge !== null || tension !== null || cause !== null) return "";
  const also = subject.seeds.length - told.length;
  if (also <= 0 || seeds.length <= told.length) return "";
  return `${numberWord(also)} more ${also === 1 ? "says" : "say"} something of it too`;
}

/** What follows, or what stays open. */
function outlook({ seeds, relations, focus, phrases, about, pick }: Telling): string {
  const { tension, cause, bridge, subject, told } = focus;
  if (tension?.kind === "figures" || tension?.kind === "time")
    return `until I know which of ${tension.said === null ? "them" : listed([...tension.said])} holds, I would build on neither`;
  if (tension !== null && tension.kind !== "feeling")
    return pick(2, [
      `either something changed with ${about} in between, or one of them is wrong; which is the later would settle it`,
      `I can't take both for true of ${about}; I want to know who saw it and when`,
      `the later of the two may be right about ${about}, or the better witness; I know neither yet`,
    ]);
  const question = relations.questions.find(({ seed }) => told.includes(seed)) ?? relations.questions[0];
  if (question !== undefined)
    return told.includes(question.seed)
      ? "the question among them is what stays open"
      : `what stays open is what is asked: ${quoted(question.asked, QUESTION_LENGTH)}`;
  if (tension !== null)
    return `for whom ${about} is good and for whom it is not, neither says; that is the thing to find out`;
  if (cause !== null)
    return pick(2, [
      "if that is right, the next word about the second tells how the first goes on",
      `should the second end and the first stay, I was wrong about ${about === "it" ? "them" : about}`,
    ]);
  if (bridge !== null) return `what becomes of ${named(bridge.from)} may well matter to ${named(bridge.to)}`;
  if (subject === null)
    return told.length < 2
      ? `it stands alone in what I have, so I draw nothing from it yet`
      : heavier(seeds, told)
        ? `of these I would follow ${phrases[0] ?? ""} first, since it weighs more with me`
        : pick(2, [
            "none of it weighs more with me than the rest, so what would join them is the thing to look for",
            "I have no ground to follow one before the other, and wait for a word that names both",
          ]);
  const feeling = meanOf(told.map((index) => relations.feelings[index] ?? 0));
  if (feeling <= -CLEAR)
    return pick(2, [
      `if this goes on, ${about} is where the next trouble will show, and I mean to watch it`,
      `the next loss, if one comes, should reach me by way of ${about}`,
    ]);
  if (feeling >= CLEAR)
    return pick(2, [
      `if it lasts, ${about} is where more of the same should come from`,
      `should one of them fail, I would learn how much of the good ${about} really carries`,
    ]);
  const last = seeds.length < 3 || told.length < 3 ? "second" : "third";
  return pick(2, [
    `what I want to know next about ${about} is which came first, for the later can't have moved the earlier`,
    `if one cause is behind them, it should show again the next time ${about} is named`,
    `should the first change and the ${last} stay as it is, ${about} is only where they meet and not why`,
    `I would ask whoever knows ${about} whether the first made room for the ${last}`,
    `I expect the next word about ${about} to touch more than one of them, and would be surprised if it did not`,
  ]);
}

/** Whether the first told is more important than every other seed; told in words, equal seeds would be ranked by chance. */
function heavier(seeds: readonly ToldSeed[], [first = 0]: readonly number[]): boolean {
  const importance = seeds[first]?.importance ?? 0;
  return seeds.every((seed, index) => index === first || seed.importance < importance);
}

/** A name stands in a sentence as it is; a word, also one that whoever sent it calls a name, doesn't. */
function isName({ name, isEntity }: Shared): boolean {
  return isEntity && !/^\p{Ll}[\p{Ll}\s'’-]*$/u.test(name.trim());
}

function named(shared: Shared): string {
  const plain = clipped(oneLine(shared.name), 60);
  return isName(shared) ? plain : `“${plain}”`;
}

/** A number that the seeds alone decide (FNV-1a). */
function variantOf(seeds: readonly RelatedSeed[]): number {
  let hash = 0x811c9dc5;
  for (const { content } of seeds) {
    for (const character of content.slice(0, 200))
      hash = Math.imul(hash ^ (character.codePointAt(0) ?? 0), 0x01000193);
  }
  return hash >>> 0;
}

/** One number for each place, so that the wordings of one don't go with those of another. */
function mixed(variant: number, place: number): number {
  const spread = Math.imul(variant ^ (place * 0x9e3779b9), 0x85ebca6b);
  return (spread ^ (spread >>> 15)) >>> 0;
}
