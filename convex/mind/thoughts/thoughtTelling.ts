/** What a reflex thought has to tell of: key phrases of its seeds, what they share, and wordings for it. */
import { denies } from "../language/negations";
import { SENTENCE_BREAK } from "../../../mind/text/sentences";
import { termsOf } from "../language/tokens";
import { clipped, oneLine, quoted } from "../../../mind/text/phrasing";
import type { Idf } from "../../../mind/ranking/idf";
import { deniesTie } from "./deniedTies";
import { keyPhrase } from "./keyPhrase";
import type { Relations } from "./seedRelations";
import type { RelatedSeed, Shared } from "./sharedMatters";
import { pairOf, type Focus } from "./thoughtFocus";
import { filled, WORDINGS, type Wording } from "./thoughtWordings";

/** A seed as its thought tells of it. */
export interface ToldSeed extends RelatedSeed {
  /** Whether the agent said it itself. */
  readonly own: boolean;
  /** Where it comes from; null if nobody says. */
  readonly source?: string | null;
  /** 0 to 1. */
  readonly importance: number;
  /** How much of a thought it claims; left out where nobody weighed it. */
  readonly weight?: number;
}

export interface Scene {
  readonly seeds: readonly ToldSeed[];
  readonly relations: Relations;
  readonly focus: Focus;
}

/** A clause with what denies it stands whole: cut off it might say the opposite. */
const PHRASE_LENGTH = 120;
/** What a seed is about stands at its beginning. */
const READ_LENGTH = 600;

export interface Telling extends Scene {
  /** A key phrase of each told seed, in quotation marks, in the order of `focus.told`. */
  readonly phrases: readonly string[];
  /** The same of the first that is not told, where nothing joins the seeds: it would go unnamed. */
  readonly left: string | null;
  /** Whether the seed in which two subjects meet says that these have nothing to do with each other. */
  readonly isRuledOut: boolean;
  /** What the thought is about, as it names it. */
  readonly about: string;
  /** One of the wordings of a kind, filled; the same for the same seeds in any order. */
  readonly say: (kind: Wording, values?: Readonly<Record<string, string>>) => string;
}

/** What is told of a scene, and how. */
export function tellingOf(scene: Scene, idf: Idf): Telling {
  const { seeds, focus } = scene;
  // Of its subject a thought needn't be told again whose it is; in any other relation each clause stands whole.
  const pair = pairOf(focus);
  const isOfSubject = pair === null && focus.conflict === null && focus.bridge === null;
  const said = new Set(isOfSubject && focus.subject !== null ? termsOf(focus.subject.name) : []);
  const terms = seeds.map(({ content }) => new Set(termsOf(content.slice(0, READ_LENGTH))));
  const phraseOf = (index: number) => {
    const others = focus.told.filter((other) => other !== index);
    const common = new Set(others.flatMap((other) => [...(terms[other] ?? [])]));
    const place = pair?.indexOf(index) ?? -1;
    const sentence = place < 0 ? undefined : focus.tension?.sentences?.[place];
    const { content: whole = "" } = seeds[index] ?? {};
    const joint = focus.bridge?.over === index ? jointOf(focus.bridge, whole) : null;
    const content = sentence ?? joint ?? partOn(focus.subject, whole);
    const guidance = { said, common, wanted: wantedOf(place) };
    const phrase = keyPhrase(focus.cause?.effect === index ? withoutReason(content) : content, guidance, idf);
    const isHalf = joint !== null && !namesBoth(focus.bridge, phrase);
    const isUndenied = place >= 0 && focus.tension?.kind === "negation" && losesDenial(phrase, content);
    const told = isHalf ? joint : isUndenied ? denyingSentence(content) : phrase;
    return quoted(told, PHRASE_LENGTH).replace(/[.,;:]”$/u, "”");
  };
  /** Of a pair the words that it differs in, else those that it shares: in these it stands in its relation. */
  const wantedOf = (place: number): ReadonlySet<string> => {
    const word = focus.tension?.said?.[place];
    if (place < 0 || pair === null || focus.cause !== null) return new Set();
    if (word !== undefined) return new Set(termsOf(word));
    const [one, other] = pair.map((index) => terms[index] ?? new Set<string>());
    return new Set([...(one ?? [])].filter((term) => other?.has(term) === true));
  };
  const untold = seeds.findIndex((_, index) => !focus.told.includes(index));
  const variant = variantOf(seeds);
  const about = focus.subject === null ? "it" : named(focus.subject);
  return {
    ...scene,
    phrases: focus.told.map(phraseOf),
    left: isUnjoined(focus) && untold >= 0 ? phraseOf(untold) : null,
    isRuledOut: focus.bridge !== null && deniesTie(bridging(focus.bridge, seeds)),
    about,
    say: (kind, values = {}) => {
      const wordings = WORDINGS[kind];
      return filled(wordings[mixed(variant, kind.length) % wordings.length] ?? "", { about, ...values });
    },
  };
}

/** Where two subjects meet: the sentence that names both, else all of its seed. */
function bridging(bridge: NonNullable<Focus["bridge"]>, seeds: readonly ToldSeed[]): string {
  const text = seeds[bridge.over]?.content ?? "";
  return jointOf(bridge, text) ?? text;
}

/** The sentence of a seed in which two subjects meet; null where none names both. */
function jointOf(bridge: Focus["bridge"], text: string): string | null {
  return text.split(SENTENCE_BREAK).find((sentence) => namesBoth(bridge, sentence)) ?? null;
}

function namesBoth(bridge: Focus["bridge"], text: string): boolean {
  const held = new Set(termsOf(text));
  const names = bridge === null ? [] : [bridge.from.name, bridge.to.name];
  return names.every((name) => termsOf(name).every((term) => held.has(term)));
}

/** Of a text of several sentences those that name `subject`, where any do; a heading says nothing by itself. */
function partOn(subject: Shared | null, text: string): string {
  const sentences = text.replace(/^#{1,6}\s.*$/gmu, "").split(SENTENCE_BREAK);
  const sought = subject === null ? [] : termsOf(subject.name);
  const named = sentences.filter((sentence) => {
    const held = new Set(termsOf(sentence));
    return sought.length > 0 && sought.every((term) => held.has(term));
  });
  return (named.length > 0 ? named : sentences).join(" ");
}

/** What has a reason, without it: that is told beside it. */
function withoutReason(text: string): string {
  const main = text.split(/,?\s(?:because|since|due to|owing to|thanks to|as a result of)\s/iu)[0] ?? text;
  return main.length < text.length && termsOf(main).length > 1 ? main : text;
}

/** Whether the seeds have nothing in common that the thought could turn on. */
function isUnjoined(focus: Focus): boolean {
  const { subject, several, conflict, bridge } = focus;
  return pairOf(focus) === null && [subject, several, conflict, bridge].every((tie) => tie === null);
}

/** Whether what denies `text` stands outside of `phrase`. */
function losesDenial(phrase: string, text: string): boolean {
  return denies(text) && !denies(phrase);
}

function denyingSentence(text: string): string {
  return text.split(SENTENCE_BREAK).find(denies) ?? text;
}

/** A name stands in a sentence as it is; a word, also one that whoever sent it calls a name, doesn't. */
function isName({ name, isEntity }: Shared): boolean {
  return isEntity && !/^\p{Ll}[\p{Ll}\s'’-]*$/u.test(name.trim());
}

/** A shared thing as a sentence names it. */
export function named(shared: Shared): string {
  const plain = clipped(oneLine(shared.name), 60);
  if (isName(shared)) return plain;
  return shared.isLed === true ? `the ${plain}` : `“${plain}”`;
}

/** A number that the seeds alone decide, in any order (FNV-1a of each, summed). */
function variantOf(seeds: readonly RelatedSeed[]): number {
  return seeds.reduce((sum, { content }) => (sum + hashOf(content.slice(0, 200))) >>> 0, 0);
}

function hashOf(text: string): number {
  let hash = 0x811c9dc5;
  for (const character of text) hash = Math.imul(hash ^ (character.codePointAt(0) ?? 0), 0x01000193);
  return hash >>> 0;
}

/** One number for each place, so that the wordings of one don't go with those of another. */
function mixed(variant: number, place: number): number {
  const spread = Math.imul(variant ^ (place * 0x9e3779b9), 0x85ebca6b);
  return (spread ^ (spread >>> 15)) >>> 0;
}
