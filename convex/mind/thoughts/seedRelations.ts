/** How the seeds of a thought stand to each other: what they share, where they pull apart, which explains which. */
import { CLEAR, questionIn } from "../events/eventWords";
import { saysAllOf } from "../knowledge/toldAnswers";
import { entityKey } from "../language/entities";
import { withoutFrame } from "../language/frames";
import { reportedQuestion } from "../language/questions";
import { withoutReporter } from "../language/reporters";
import { SENTENCE_BREAK } from "../../../mind/text/sentences";
import { toldSentiment } from "../sentiment/toldSentiment";
import { profileOf, tfIdfCosine, type Profile } from "../../../mind/ranking/lexical";
import type { Idf } from "../../../mind/ranking/idf";
import { namedIn, tellsOf, type Named as NamedEvents } from "../statements/causes";
import { claimsOf } from "../statements/claims";
import { disagreementBetween, type Disagreement } from "../statements/contradictions";
import { outcomesOf } from "../statements/outcomes";
import type { Contradiction } from "../statements/statementPairs";
import { statementsOf, type Statement } from "../statements/statements";
import { areOfOneOccasion, tellsOfItsDay } from "../time/occasions";
import { ruleIn, tellsOfDeed, type Rule } from "./brokenRules";
import { fulfilmentOf, type Fulfilment } from "./fulfilledConditions";
import { sharedAmong, type RelatedSeed, type Shared } from "./sharedMatters";
import { timeConflictIn, type TimeConflict } from "./timeConflicts";

/**
 * Where two seeds pull apart: in what they say of the same thing, or in how they feel about it. `said` is what each says
 * where it can be put in a word.
 */
export interface Tension {
  readonly kind: Contradiction | "feeling";
  readonly a: number;
  readonly b: number;
  readonly said: readonly [string, string] | null;
  /** The sentences in which they do, where a seed has more than one. */
  readonly sentences?: readonly [string, string];
}

export interface Relations {
  /** What most seeds share first; names before words. Where nothing else is shared, where the seeds are or happen. */
  readonly shared: readonly Shared[];
  /** Things of one kind, which no one of the seeds shares with another; null where there are none. */
  readonly several: Shared | null;
  /** The hardest first: opposites, a denial, names, figures, times, feeling. */
  readonly tensions: readonly Tension[];
  /** Plans that want the same time; null where none do. */
  readonly conflict: TimeConflict | null;
  /** Pairs of which one gives the other's reason. */
  readonly causes: readonly { readonly effect: number; readonly cause: number }[];
  /** Rules, and what was done against them. */
  readonly breaches: readonly { readonly rule: number; readonly deed: number }[];
  /** Conditions, and what meets them. */
  readonly fulfilments: readonly {
    readonly condition: number;
    readonly fact: number;
    readonly kind: Fulfilment;
  }[];
  /** What a seed asks, or tells to have been asked, where no other answers it; in full sentences, or from "whether" on. */
  readonly questions: readonly { readonly seed: number; readonly asked: string }[];
  /** −1 to 1 for each seed. */
  readonly feelings: readonly number[];
}

/** A seed is read this far: what it is about stands at its beginning, and the cost has a bound. */
const READ_LENGTH = 1000;
/** Share of wording from which two seeds are about the same thing, though they share no name. */
const SAME_SUBJECT = 0.15;
const HARDNESS: readonly Tension["kind"][] = ["opposites", "negation", "name", "figures", "time", "feeling"];

interface Read {
  /** When it was told; null where nobody knows. */
  readonly at: number | null;
  /** As written, without where it was heard. */
  readonly text: string;
  readonly profile: Profile;
  readonly statements: readonly Statement[];
  /** How things stand after the changes that it tells of. */
  readonly outcomes: readonly Statement[];
  /** Each of its sentences, and what it states. */
  readonly sentences: readonly { readonly text: string; readonly statements: readonly Statement[] }[];
  /** What it forbids; null where it forbids nothing. */
  readonly rule: Rule | null;
  /** What it names as causes and as effects. */
  readonly named: NamedEvents;
  readonly keys: ReadonlySet<string>;
}

/**
 * The relations among `seeds`; the order of the seeds (by weight) settles ties. Quadratic in their number, so give it a
 * dozen at most. `timeZone` (IANA name) is where the days of those lie whose moments are known.
 */
export function relationsOf(seeds: readonly RelatedSeed[], idf: Idf, timeZone = "UTC"): Relations {
  const read = seeds.map(({ content, entities, at = null }): Read => {
    const text = withoutFrame(content).slice(0, READ_LENGTH);
    const { names } = claimsOf(text);
    // What two are told to have said is held against each other as what they said.
    const sentences = text.split(SENTENCE_BREAK).map((sentence) => withoutReporter(sentence) ?? sentence);
    return {
      at,
      text,
      profile: profileOf(text),
      statements: statementsOf(sentences.join(" "), names),
      outcomes: outcomesOf(text, names),
      sentences: sentences.map((sentence) => ({ text: sentence, statements: statementsOf(sentence, names) })),
      rule: ruleIn(text),
      named: namedIn(text, () => names),
      keys: new Set(entities.map(entityKey)),
    };
  });
  const feelings = seeds.map(({ content }) => toldSentiment(content.slice(0, READ_LENGTH)));
  const tensions: Tension[] = [];
  const causes: { effect: number; cause: number }[] = [];
  const breaches: { rule: number; deed: number }[] = [];
  const fulfilments: { condition: number; fact: number; kind: Fulfilment }[] = [];
  read.forEach((one, a) => {
    read.slice(a + 1).forEach((other, offset) => {
      const b = a + 1 + offset;
      const cause = causeBetween(one, other);
      if (cause !== null) causes.push(cause === "other" ? { effect: a, cause: b } : { effect: b, cause: a });
      for (const [from, to] of [
        [a, b],
        [b, a],
      ] as const) {
        if (breaks(read[to], read[from])) breaches.push({ rule: from, deed: to });
        const kind = fulfilmentOf(read[from]?.text ?? "", read[to]?.text ?? "");
        if (kind !== null) fulfilments.push({ condition: from, fact: to, kind });
      }
      const tension = tensionBetween(one, other, [feelings[a] ?? 0, feelings[b] ?? 0], idf, timeZone);
      if (tension !== null) tensions.push({ ...tension, a, b });
    });
  });
  const { shared, several } = sharedIn(seeds, idf);
  return {
    shared,
    several,
    conflict: timeConflictIn(seeds, shared),
    tensions: tensions.sort((x, y) => HARDNESS.indexOf(x.kind) - HARDNESS.indexOf(y.kind)),
    causes,
    breaches,
    fulfilments,
    questions: seeds.flatMap(({ content }, seed) => {
      const text = withoutFrame(content).slice(0, READ_LENGTH);
      const asked = questionIn(text) ?? reportedQuestion(text);
      const isAnswered = (question: string) =>
        read.some(
          (other, at) =>
            at !== seed && reportedQuestion(other.text) === null && saysAllOf(question, other.text),
        );
      return asked === null || isAnswered(asked) ? [] : [{ seed, asked }];
    }),
    feelings,
  };
}

function sharedIn(seeds: readonly RelatedSeed[], idf: Idf): Pick<Relations, "shared" | "several"> {
  const found = sharedAmong(seeds, idf);
  const shared = found.filter(({ ones }) => ones === undefined);
  const several = found.find(({ ones }) => ones !== undefined) ?? null;
  if (found.length > 0) return { shared, several };
  const places = sharedAmong(seeds, idf, { places: true }).filter(({ ones }) => ones === undefined);
  return { shared: places.map((place) => ({ ...place, isPlace: true })), several: null };
}

/** Whether `deed` tells that something was done which `rule` forbids. */
function breaks(deed: Read | undefined, rule: Read | undefined): boolean {
  return deed !== undefined && rule !== undefined && rule.rule !== null && tellsOfDeed(deed.text, rule.rule);
}

/** Which of two gives the other's reason, by the rules of links; null if neither does. */
function causeBetween(one: Read, other: Read): "one" | "other" | null {
  const explains = (cause: Read, effect: Read) =>
    effect.named.causes.some((event) => tellsOf(cause.statements, event)) ||
    cause.named.effects.some((event) => tellsOf(effect.statements, event));
  if (explains(other, one)) return "other";
  return explains(one, other) ? "one" : null;
}

/** What two say otherwise of the same thing, or else, where they are about the same at all, how they feel about it. */
function tensionBetween(
  a: Read,
  b: Read,
  [one, other]: readonly [number, number],
  idf: Idf,
  timeZone: string,
): Pick<Tension, "kind" | "said" | "sentences"> | null {
  const isOneOccasion = areOfOneOccasion(a.at, b.at);
  const told = a.at === null || b.at === null ? undefined : { a: a.at, b: b.at, timeZone };
  const found = disagreementBetween(a.statements, b.statements, told) ?? withOutcome(a, b, timeZone);
  // What happened on one day and otherwise on another was so each time; what is so may have changed in between.
  if (found !== null && !isOneOccasion && tellsOfItsDay(a.text) && tellsOfItsDay(b.text)) return null;
  if (found !== null) {
    const { kind, said } = found;
    const sentences = disagreeing(a, b, kind);
    return {
      kind,
      said: said === null ? null : [asWritten(a, said[0]), asWritten(b, said[1])],
      ...(sentences === null ? {} : { sentences }),
    };
  }
  if (!isOneOccasion || one * other >= 0 || Math.abs(one) < CLEAR || Math.abs(other) < CLEAR) return null;
  const namesShared = [...a.keys].some((key) => b.keys.has(key));
  const isOfOne = namesShared || tfIdfCosine(a.profile, b.profile, idf) >= SAME_SUBJECT;
  return isOfOne ? { kind: "feeling", said: null } : null;
}

/** Where what was told later says otherwise than what came of a change that was told before it. */
function withOutcome(a: Read, b: Read, timeZone: string): Disagreement | null {
  if (a.at === null || b.at === null) return null;
  if (a.at <= b.at) return disagreementBetween(a.outcomes, b.statements, { a: a.at, b: b.at, timeZone });
  return disagreementBetween(a.statements, b.outcomes, { a: a.at, b: b.at, timeZone });
}

/** The sentences in which two disagree in this way; null where each has but one, or none does by itself. */
function disagreeing(a: Read, b: Read, kind: Contradiction): readonly [string, string] | null {
  if (a.sentences.length + b.sentences.length <= 2) return null;
  for (const one of a.sentences)
    for (const other of b.sentences)
      if (disagreementBetween(one.statements, other.statements)?.kind === kind) return [one.text, other.text];
  return null;
}

/** A word with the capitals that it has in the text: a name stays one. */
function asWritten({ text }: Read, word: string): string {
  return (
    text
      .match(/[\p{L}\p{M}\p{N}][\p{L}\p{M}\p{N}'’.-]*/gu)
      ?.find((written) => written.replace(/[.'’-]+$/u, "").toLowerCase() === word)
      ?.replace(/[.'’-]+$/u, "") ?? word
  );
}
