/**
 * Retrieval: the texts that may answer a query, and how well each does. One core for memories, thoughts and knowledge.
 *
 * Candidates are what the text index finds, what the vectors find, what says the very same, and the neighbours in time
 * of the best of these; in a short window, all there is. One similarity ranks them all. What the text index finds beyond
 * the usual number is for pages far down: it is compared by itself, and changes nothing about the first.
 */
import type { Doc } from "../_generated/dataModel";
import type { QueryCtx } from "../_generated/server";
import { isQuestion } from "../mind/language/questions";
import { matchesAmong, ownStanding, weighed, type Match } from "../mind/search/searchRanking";
import { soughtBy, type Profile } from "../../mind/ranking/lexical";
import { alikeInMeaning, usualMeaning } from "../../mind/ranking/meaning";
import { bytesOf, cosineWith, vectorOf } from "../../mind/ranking/packedVectors";
import type { Idf } from "../../mind/ranking/idf";
import type { Space } from "../../mind/enums";
import { asked, type Asked } from "./asked";
import { copiesOf } from "./copies";
import * as Embedder from "./embedder";
import { ReadAllowance } from "./readAllowance";
import { isInScope, stretchesSince, type Scope, type Stretch } from "./searchWindow";
import * as Tellings from "./tellings";
import { textHits } from "./textHits";
import * as Texts from "./texts";
import type { VectorHits } from "./vectorHits";

type Text = Doc<"texts">;

export interface Retrieval extends Scope {
  readonly query: string;
  /** Null where there is no vector to compare with: then words alone decide. */
  readonly vectorHits: VectorHits | null;
  /** Texts that words may bring, at most. Default: what a few pages of results can need. */
  readonly breadth?: number | undefined;
  /** Where the caller has found the candidates itself: only these. */
  readonly among?: readonly Text[];
  /** Whether somebody wrote the query to search: then misspelt words are looked for as what they may be meant for. */
  readonly typed?: boolean | undefined;
  /** Where the caller has asked already. */
  readonly asked?: Asked;
  /** Answers no more hits than this. Default: all candidates, some hundreds. */
  readonly most?: number;
}

/** A text that may answer the query; a match as in mind/search/searchRanking. */
export interface Hit extends Match {
  readonly text: Text;
}

/** A window of so few texts is compared as a whole. */
const FEW = 512;
const USUAL_BREADTH = 128;
/** Vectors of each list of hits whose texts are candidates. */
const MOST_VECTOR_HITS = 64;
/** Texts read at once, if they can't be long; between them the allowance is looked at. */
const MOST_AT_ONCE = 16;
/** The best hits, whose neighbours become candidates too. */
const MOST_WITH_NEIGHBOURS = 16;
/** The neighbours of what is compared by itself. */
const ALONE = { before: [], after: null };
/** Equal texts taken as candidates, the newest. */
const MOST_EQUALS = 64;

/** The candidates that have anything to do with the query, the best match first. */
export async function candidates(ctx: QueryCtx, retrieval: Retrieval): Promise<Hit[]> {
  const { space, query, vectorHits, among, most = Infinity } = retrieval;
  const { question, idf } = retrieval.asked ?? (await asked(ctx, space, query, retrieval));
  const weighty = weighed(question, idf);
  const sought = soughtBy(weighty);
  const equals = await equalTexts(ctx, space, query);
  const same = new Set(equals.map(({ _id }) => _id));
  const { first, further } =
    among === undefined ? await found(ctx, retrieval, question, idf) : { first: among, further: [] };
  const direct = distinct(among ?? [...equals, ...first]);

  const { model, vector } = vectorHits ?? { model: null, vector: bytesOf([]) };
  const strangers = await Embedder.strangersOf(ctx, model);
  const cosineTo = cosineWith(vectorOf(vector));
  const meaningOf = (text: Text): number | null => {
    const packed = Texts.packedBy(text, model);
    return packed === null ? null : alikeInMeaning(cosineTo(packed), strangers);
  };
  const meanings = direct.map(meaningOf);
  const usual = usualMeaning(meanings);
  const compare = (text: Text, meaning: number | null) => {
    const comparable = { text: Texts.searchTextOf(text, sought), meaning, same: same.has(text._id) };
    return { text, own: ownStanding(weighty, comparable, idf, usual), meaning };
  };
  const known = direct.map((text, i) => compare(text, meanings[i] ?? null));
  const best = known
    .toSorted((a, b) => b.own - a.own || b.text.createdAt - a.text.createdAt)
    .slice(0, MOST_WITH_NEIGHBOURS)
    .map(({ text }) => text);
  const told = Tellings.isTold(space)
    ? await Tellings.around(ctx, space, best, direct, new ReadAllowance())
    : [];

  const inContext = [...direct, ...told];
  const have = new Set(inContext.map(({ _id }) => _id));
  const rest = further.filter(({ _id }) => !have.has(_id));
  const all = [...known, ...[...told, ...rest].map((text) => compare(text, meaningOf(text)))];
  const neighbours = Tellings.neighboursAmong(Tellings.isTold(space) ? inContext : []);
  const matches = matchesAmong(
    all.map(({ text, own, meaning }) => {
      const { _id: key, asks, states } = text;
      return { key, own, meaning, asks, states, ...(have.has(key) ? neighbours(text) : ALONE) };
    }),
    { isAsked: isQuestion(query) },
  );
  return all
    .flatMap(({ text }) => {
      const match = matches.get(text._id);
      const speaksForIt = match !== undefined && match.similarity + match.context > 0;
      return speaksForIt && isInScope(text, retrieval) ? [{ text, ...match }] : [];
    })
    .sort(
      (a, b) =>
        b.standing + b.context - (a.standing + a.context) ||
        b.text.createdAt - a.text.createdAt ||
        (a.text._id < b.text._id ? -1 : 1),
    )
    .slice(0, most);
}

/** Candidates, and those for pages far down. */
interface Found {
  readonly first: readonly Text[];
  readonly further: readonly Text[];
}

/** What words and vectors find in the scope; in a short window, all of it. */
async function found(
  ctx: QueryCtx,
  { vectorHits, breadth = USUAL_BREADTH, ...scope }: Retrieval,
  question: Profile,
  idf: Idf,
): Promise<Found> {
  const { space, since } = scope;
  let stretches: Stretch[] | null = null;
  if (since !== undefined) {
    const few = Tellings.isTold(space) && !(await Tellings.hasMoreThan(ctx, space, { since }, FEW));
    const all = few ? await Tellings.allWithin(ctx, space, { since }, FEW, new ReadAllowance()) : null;
    if (all !== null) return { first: all, further: [] };
    const newest = await Tellings.newest(ctx, space);
    stretches = newest === null ? null : stretchesSince(since, newest.createdAt);
  }
  const byWords = await textHits(ctx, { question, idf }, scope, stretches, breadth, new ReadAllowance());
  const byMeaning =
    vectorHits === null ? [] : await vectorTexts(ctx, vectorHits, scope, byWords.flat(), new ReadAllowance());
  return {
    first: [...byWords.flatMap((texts) => texts.slice(0, USUAL_BREADTH)), ...byMeaning],
    further: byWords.flatMap((texts) => texts.slice(USUAL_BREADTH)),
  };
}

/** The texts of the scope whose vectors were found. Those that are `known` are not read again. */
async function vectorTexts(
  ctx: QueryCtx,
  { hits }: VectorHits,
  scope: Scope,
  known: readonly Text[],
  allowance: ReadAllowance,
): Promise<Text[]> {
  const byVector = new Map(known.map((text) => [text.vectorId, text]));
  const texts: Text[] = [];
  for (const list of hits) {
    const ofList: Text[] = [];
    for (let i = 0; i < list.length && ofList.length < MOST_VECTOR_HITS && !allowance.spent;) {
      const next = list.slice(
        i,
        i + Math.min(allowance.atOnce(MOST_AT_ONCE), MOST_VECTOR_HITS - ofList.length),
      );
      i += next.length;
      const rows = (await Promise.all(next.map((id) => byVector.get(id) ?? Texts.ofVector(ctx, id)))).filter(
        (row) => row !== null,
      );
      allowance.count(rows);
      ofList.push(...rows.filter((row) => row.space === scope.space && isInScope(row, scope)));
    }
    texts.push(...ofList);
  }
  return texts;
}

/** Texts that say the query and nothing else, the newest; of memories only, which are filed by what they say. */
async function equalTexts(ctx: QueryCtx, space: Space, query: string): Promise<Text[]> {
  if (space !== "memory") return [];
  const equals = await copiesOf(ctx, query, "newest", MOST_EQUALS);
  const texts = await Promise.all(equals.map(({ _id }) => Texts.ofMemory(ctx, _id)));
  return texts.filter((text) => text !== null);
}

function distinct(texts: readonly Text[]): Text[] {
  return [...new Map(texts.map((text) => [text._id, text])).values()];
}
