/** Which memories belong together, and how: the score of a pair and the kind of its link. */
import { beginningOf } from "../../../mind/text/truncate";
import { entityKey } from "../language/entities";
import { withoutFrame } from "../language/frames";
import { deniesWhatIsSaid } from "../language/negations";
import { statedIn } from "../language/questions";
import { termsOf } from "../language/tokens";
import {
  calibrated,
  coverage,
  pairSimilarity,
  profileOf,
  rawSimilarity,
  type Profile,
} from "../../../mind/ranking/lexical";
import { UNHEARD, type Idf } from "../../../mind/ranking/idf";
import { aboutOf, sharedBy } from "../statements/bearing";
import { namedIn, tellsOf, type Named, type NamedEvent } from "../statements/causes";
import { claimsOf, type Claims } from "../statements/claims";
import { contradictionBetween } from "../statements/contradictions";
import { kindredOf } from "../statements/kinds";
import { outcomesOf } from "../statements/outcomes";
import { statementsOf, type Statement } from "../statements/statements";
import { toFourPlaces } from "../../../mind/unit";
import type { LinkType } from "../../../mind/enums";
import { tellsWhatCameOfIt } from "./goingOn";
import { subjectShare } from "./sharedSubject";
import { tellOfThemselves } from "./teller";
import { mayUpdate, Reading, updates } from "./updates";

/** What linking needs of a memory. */
export interface LinkText {
  readonly profile: Profile;
  readonly claims: Claims;
  readonly statements: readonly Statement[];
  /** How things stand after the changes that it tells of. */
  readonly outcomes: readonly Statement[];
  /** What the text names as causes, and as effects. */
  readonly causes: readonly NamedEvent[];
  readonly effects: readonly NamedEvent[];
  readonly entities: ReadonlySet<string>;
  /** Whether it is a conclusion drawn from memories, and tells of no event itself. */
  readonly concluded: boolean;
  readonly content: string;
  /** Who told it (mind/memory/teller). */
  readonly teller: string | null;
  readonly importance: number;
  readonly createdAt: number;
  /** IANA name of the zone whose days "today" and "this week" are meant in. */
  readonly timeZone: string;
}

/** A link from the source; strength and confidence 0 to 1. */
export interface LinkProposal {
  readonly type: LinkType;
  readonly strength: number;
  readonly confidence: number;
}

/** Detected links out of one memory; more would be acquaintances, not relations. */
export const MOST_DETECTED = 5;
/** Raw similarity under which two memories share words by chance. */
const LEAST_SIMILAR = 0.2;
/** The same where their vectors tell too: half alike in meaning and no word in common, or less of both. */
const LEAST_LIKE = 0.25;
/** Where two are alike, the link that leads to what matters is the better one; and a shared name is a little reason of its own. */
const IMPORTANCE_SHARE = 0.1;
const ENTITY_SHARE = 0.02;
const MOST_SHARED_ENTITIES = 2;
/** Where they name the same rare thing, so much less likeness is enough; and so much of what an unheard word tells is rare. */
const NAMED_SHARE = 0.3;
const TELLING = 0.5;
/** How sure a contradiction is, which costs the older memory as much of its confidence; the surer the more alike. */
const LEAST_SURE = 0.6;
const MOST_SURE = 0.9;
/** What cannot both hold is of one matter, however few words it shares. */
const LEAST_CONTRADICTING = 0.5;
/**
 * A cause belongs with what it brought about, news with what it brings up to date, and what cannot hold with what it cannot
 * hold beside, however few words they share, before what is merely alike.
 */
const LEAST_CAUSING = 0.5;
const LEAST_UPDATED = 0.4;
const CLOSE_SHARE = 1;
/** A source elaborates what it covers so far and exceeds so much in terms. */
const COVERED = 0.6;
const LONGER = 1.6;

/** What a memory belongs with shows in this much of it; some forty are compared with one. */
const READ_LENGTH = 4096;

/** The `LinkText` of a memory. `entities` as `entitiesOf` finds them, `createdAt` in ms since the epoch, `timeZone` UTC unless told. */
export function linkText(
  text: string,
  about: {
    entities: readonly string[];
    importance: number;
    createdAt: number;
    timeZone?: string;
    concluded?: boolean;
    teller?: string | null;
  },
): LinkText {
  const read = beginningOf(text, READ_LENGTH);
  let claims: Claims | undefined;
  let statements: readonly Statement[] | undefined;
  let outcomes: readonly Statement[] | undefined;
  let named: Named | undefined;
  return {
    profile: profileOf(read),
    // Of most candidates nobody asks what they claim, state and name as causes.
    get claims() {
      return (claims ??= claimsOf(read));
    },
    get statements() {
      return (statements ??= statementsOf(withoutFrame(read), this.claims.names));
    },
    get outcomes() {
      return (outcomes ??= outcomesOf(withoutFrame(read), this.claims.names));
    },
    get causes() {
      return (named ??= namedIn(read, () => this.claims.names)).causes;
    },
    get effects() {
      return (named ??= namedIn(read, () => this.claims.names)).effects;
    },
    entities: new Set(about.entities.map(entityKey)),
    concluded: about.concluded ?? false,
    content: read,
    teller: about.teller ?? null,
    importance: about.importance,
    createdAt: about.createdAt,
    timeZone: about.timeZone ?? "UTC",
  };
}

/** A memory that another may be linked to. */
export interface LinkCandidate<Key> {
  readonly key: Key;
  readonly text: LinkText;
  /** How alike the two vectors are (mind/similarity/meaning); null or left out where one has none. */
  readonly meaning?: number | null;
  /** Whether it was told just before the other (mind/memory/goingOn), by the same. */
  readonly before?: boolean;
}

/** Similarity of two memories before calibration: of their words, and where both have a vector the mean of both arms. */
function rawLikeness(source: LinkText, target: LinkText, idf: Idf, meaning: number | null): number {
  const raw =
    rawSimilarity(source.profile, target.profile, idf) * subjectShare(source.profile, target.profile);
  return meaning === null ? raw : (raw + meaning) / 2;
}

/** How well a link from `source` would do, for choosing among candidates: 0 for none, else up to about 2.1. */
function linkScore<Key>(
  source: LinkText,
  { text: target, meaning = null, before = false }: LinkCandidate<Key>,
  idf: Idf,
  updated: boolean,
): number {
  const raw = rawLikeness(source, target, idf, meaning);
  const shared = [...source.entities].filter((entity) => target.entities.has(entity));
  const least = meaning === null ? LEAST_SIMILAR : LEAST_LIKE;
  const alike = raw >= least * (shared.some((entity) => isTelling(entity, idf)) ? NAMED_SHARE : 1);
  const opposed = alike
    ? !isAbout(source, target) && contradict(source, target)
    : contradictInKind(source, target);
  const close = updated || opposed || isCausedBy(source, target, before);
  if (!alike && !close) return 0;
  return (
    raw +
    (close ? CLOSE_SHARE : 0) +
    IMPORTANCE_SHARE * target.importance +
    ENTITY_SHARE * Math.min(MOST_SHARED_ENTITIES, shared.length)
  );
}

/** Whether few texts name an entity, by its rarest word: what many are about joins none of them. */
function isTelling(entity: string, idf: Idf): boolean {
  return Math.max(0, ...termsOf(entity).map(idf)) >= TELLING * idf(UNHEARD);
}

/** The links to make from `source`: the best `MOST_DETECTED` of the candidates that score, the best first, ties in the order given. */
export function detectedLinks<Key>(
  source: LinkText,
  candidates: readonly LinkCandidate<Key>[],
  idf: Idf,
): { key: Key; link: LinkProposal }[] {
  const bringsUp = updatesBy(source);
  return candidates
    .map((candidate) => {
      const updated = bringsUp(candidate.text);
      return { candidate, updated, score: linkScore(source, candidate, idf, updated) };
    })
    .filter(({ score }) => score > 0)
    .sort((a, b) => b.score - a.score)
    .slice(0, MOST_DETECTED)
    .map(({ candidate, updated }) => {
      const link = linkTo(source, candidate, idf);
      const strength = updated ? Math.max(LEAST_UPDATED, link.strength) : link.strength;
      return { key: candidate.key, link: { ...link, strength } };
    });
}

/** Whether a memory tells of a change that brings another, told before it, up to date. */
function updatesBy(source: LinkText): (target: LinkText) => boolean {
  if (source.concluded || !mayUpdate(source.content)) return () => false;
  const now = new Reading(source.content);
  return (target) =>
    !target.concluded &&
    target.createdAt < source.createdAt &&
    !tellOfThemselves(source, target) &&
    updates(now, new Reading(target.content), {
      a: source.createdAt,
      b: target.createdAt,
      timeZone: source.timeZone,
    });
}

/**
 * The links from a conclusion to memories that it names as what it was drawn from, so that nobody need guess: the
 * `MOST_DETECTED` it is most like, the likest first, ties in the order given.
 */
export function citedLinks<Key>(
  conclusion: LinkText,
  cited: readonly LinkCandidate<Key>[],
  idf: Idf,
): { key: Key; link: LinkProposal }[] {
  return cited
    .map(({ key, text, meaning = null }) => {
      const strength = toFourPlaces(calibrated(rawLikeness(conclusion, text, idf, meaning)));
      return { key, link: { type: "related_to", strength, confidence: 1 } as const };
    })
    .sort((a, b) => b.link.strength - a.link.strength)
    .slice(0, MOST_DETECTED);
}

/** The kind of link that leads from `source` to a candidate, which are taken to be related. */
export function linkTo<Key>(
  source: LinkText,
  { text: target, meaning = null, before = false }: LinkCandidate<Key>,
  idf: Idf,
): LinkProposal {
  const strength = toFourPlaces(calibrated(rawLikeness(source, target, idf, meaning)));
  const related = { type: "related_to", strength, confidence: toFourPlaces(0.3 + 0.6 * strength) } as const;
  if (isAbout(source, target)) return related;
  if (contradict(source, target)) {
    const alike = pairSimilarity(source.profile, target.profile, idf);
    const confidence = toFourPlaces(Math.min(MOST_SURE, Math.max(LEAST_SURE, alike)));
    return { type: "contradicts", strength: Math.max(LEAST_CONTRADICTING, strength), confidence };
  }
  if (isCausedBy(source, target, before))
    return { type: "caused_by", strength: Math.max(LEAST_CAUSING, strength), confidence: 0.7 };
  const covered = coverage(target.profile, source.profile, idf);
  if (
    covered >= COVERED &&
    !deniesWhatIsSaid(source.claims.denials, target.claims.denials) &&
    source.createdAt >= target.createdAt &&
    source.profile.length >= LONGER * target.profile.length &&
    tellsMoreOf(source, target)
  ) {
    return { type: "elaborates", strength, confidence: toFourPlaces(covered) };
  }
  return related;
}

/** Whether `source` tells at all, and `target` either tells as well or asks after nothing but what `source` speaks of. */
function tellsMoreOf(source: LinkText, target: LinkText): boolean {
  if (onlyAsks(source)) return false;
  if (!onlyAsks(target)) return true;
  const asked = aboutOf(withoutFrame(target.content));
  const { words, figures } = sharedBy(asked, aboutOf(withoutFrame(source.content)));
  return words.length + figures.length >= asked.words.size + asked.figures.size;
}

/** Whether a memory states nothing: it brings nothing about, and nothing brought it about. */
function onlyAsks({ content }: LinkText): boolean {
  return statedIn(withoutFrame(content)) === "";
}

/** Whether one is a conclusion: it is about memories, so it neither brings them about nor gainsays what it was drawn from. */
function isAbout(a: LinkText, b: LinkText): boolean {
  return a.concluded || b.concluded;
}

/**
 * Whether two memories cannot both hold, each as of when it was told: one denies, reverses or refigures what the other says,
 * or what came of a change that was told before it.
 */
export function contradict(a: LinkText, b: LinkText): boolean {
  if (tellOfThemselves(a, b)) return false;
  const [then, now] = a.createdAt <= b.createdAt ? [a, b] : [b, a];
  const told = { a: then.createdAt, b: now.createdAt, timeZone: a.timeZone };
  return (
    contradictionBetween(then.statements, now.statements, told) !== null ||
    contradictionBetween(then.outcomes, now.statements, told) !== null
  );
}

/** Whether they contradict each other of a kind and what is of it: "I have no pets", "I have a dog". */
function contradictInKind(a: LinkText, b: LinkText): boolean {
  if (isAbout(a, b)) return false;
  return kindredOf(a.profile.counts.keys()).some((stem) => b.profile.counts.has(stem)) && contradict(a, b);
}

/**
 * Whether `effect` names `cause` as its reason, or `cause` names `effect` as its result; or whether `effect` tells what came
 * of something that was told just `before`, and `cause` is that.
 */
function isCausedBy(effect: LinkText, cause: LinkText, before: boolean): boolean {
  if (isAbout(effect, cause)) return false;
  if (before && tellsWhatCameOfIt(effect.content)) return !onlyAsks(effect) && !onlyAsks(cause);
  const tells = (named: readonly NamedEvent[], other: LinkText) =>
    named.some((event) => tellsOf(other.statements, event));
  if (!tells(effect.causes, cause) && !tells(cause.effects, effect)) return false;
  return !onlyAsks(effect) && !onlyAsks(cause);
}
