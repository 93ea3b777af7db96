/** Detecting a memory's links: who is looked at, and which of them belong to it. */
import type { Doc, Id } from "../_generated/dataModel";
import type { QueryCtx } from "../_generated/server";
import { termsOf } from "../../mind/text/tokens";
import { isJustBefore, tellsWhatCameOfIt } from "../mind/memory/goingOn";
import { likeliestFirst } from "../mind/memory/likeliest";
import { citedLinks, detectedLinks, linkText, type LinkProposal, type LinkText } from "../mind/memory/links";
import { meaningSimilarity } from "../../mind/ranking/meaning";
import { rarestTerms, type Idf } from "../../mind/ranking/idf";
import { kindredOf } from "../mind/statements/kinds";
import * as Embedder from "./embedder";
import * as Links from "./links";
import { tellerIn } from "./metadata";
import { cosinesTo, type Found } from "./nearness";
import * as DocumentFrequencies from "./documentFrequencies";
import { holding, MOST_WORDS } from "./textIndex";
import * as Texts from "./texts";

/** A link that was detected and is not there yet. */
export interface Proposal extends LinkProposal {
  readonly target: Doc<"memories">;
}

/** Hits looked at, of the text and again of the names in it. */
const MOST_HITS = 64;
/** Memories just before and after, on each side: what was told together often hangs together. */
const NEIGHBOURS = 2;
/** Hits looked at that share a kind alone: "I have no pets", "I have a dog". */
const MOST_KINDRED = 8;
/** Candidates whose texts are read. */
const MOST_READ = 40;
/** What a memory says it is drawn from: then its links lead there, and nowhere else. Empty but for reflections. */
export function citedBy({ basedOn = [] }: Doc<"memories">): readonly Id<"memories">[] {
  return basedOn;
}

/**
 * The links that lead from a memory: to what it cites, or else by its words, its vector's neighbours, its names and its
 * place in time. `timeZone` (IANA name) is the agent's, whose days "today" is one of.
 */
export async function detect(
  ctx: QueryCtx,
  memory: Doc<"memories">,
  found: Found,
  timeZone: string,
): Promise<Proposal[]> {
  const source = textOf(memory, timeZone);
  const own = DocumentFrequencies.countedTerms([...source.claims.terms, ...source.profile.counts.keys()]);
  const idf = await DocumentFrequencies.idfFor(ctx, "memory", own);
  const cited = citedBy(memory);
  const texts =
    cited.length > 0 ? await ownTexts(ctx, cited) : await candidates(ctx, memory, source, idf, found);
  const strangers = await Embedder.strangersOf(ctx, found.embedding?.model ?? null);
  const cosineTo = cosinesTo(found.embedding);
  const compared = await Promise.all(
    texts.map(async (text) => {
      const target = await Texts.memoryOf(ctx, text);
      const cosine = cosineTo(text);
      const meaning = cosine === null ? null : meaningSimilarity(cosine, strangers);
      return { key: target, text: textOf(target, timeZone), meaning };
    }),
  );
  const before = toldBefore(
    memory,
    compared.map(({ key }) => key),
  );
  const counted = new Set(own);
  const further = new Set(
    compared.flatMap(({ text }) => [...text.profile.counts.keys()].filter((term) => !counted.has(term))),
  );
  const others = await DocumentFrequencies.idfFor(ctx, "memory", further);
  const all: Idf = (term) => (counted.has(term) ? idf(term) : others(term));
  const existing = new Set(
    (await Links.from(ctx, memory._id)).map(({ target, type }) => `${target} ${type}`),
  );
  const targets = compared.map((one) => ({ ...one, before: one.key._id === before }));
  const links = cited.length > 0 ? citedLinks(source, compared, all) : detectedLinks(source, targets, all);
  return links
    .map(({ key, link }) => ({ ...link, target: key }))
    .filter(({ target, type }) => !existing.has(`${target._id} ${type}`));
}

/** Of the memories beside it the one that the same told last before it, in the same stretch of time; null where there is none. */
function toldBefore(memory: Doc<"memories">, others: readonly Doc<"memories">[]): Id<"memories"> | null {
  const teller = tellerIn(memory.metadata);
  const earlier = others
    .filter(({ place, author, type, metadata, createdAt }) => {
      const isBeside = place < memory.place && place >= memory.place - NEIGHBOURS;
      const bySame = author === memory.author && type !== "reflection" && tellerIn(metadata) === teller;
      return isBeside && bySame && isJustBefore(createdAt, memory.createdAt);
    })
    .sort((a, b) => b.place - a.place);
  return earlier[0]?._id ?? null;
}

/** The texts of these memories. */
async function ownTexts(ctx: QueryCtx, owners: readonly Id<"memories">[]): Promise<Doc<"texts">[]> {
  const texts = await Promise.all(owners.map((owner) => Texts.ofMemory(ctx, owner)));
  return texts.filter((text) => text !== null);
}

/** Candidates worth reading: those near in meaning, and the likeliest by their words. */
async function candidates(
  ctx: QueryCtx,
  memory: Doc<"memories">,
  source: LinkText,
  idf: Idf,
  { nearest }: Found,
): Promise<Doc<"texts">[]> {
  const names = [...new Set(memory.entities.flatMap(termsOf))].slice(0, MOST_WORDS);
  const byMeaning = await Texts.ofVectors(ctx, nearest);
  const kindred = kindredOf(source.profile.counts.keys()).slice(0, MOST_WORDS);
  const byKind = (await byWords(ctx, kindred)).slice(0, MOST_KINDRED);
  const beside = await Texts.between(ctx, "memory", memory.place - NEIGHBOURS, memory.place + NEIGHBOURS);
  // What goes on from the one before it shares no word with it, and is read however much else does.
  const goneOnFrom = tellsWhatCameOfIt(source.content)
    ? beside.filter(({ place }) => place < memory.place)
    : [];
  const byWordsOrPlace = [
    ...beside,
    ...(await byWords(ctx, rarestTerms(source.profile.counts.keys(), idf, MOST_WORDS))),
    ...(await byWords(ctx, names)),
  ];
  const likeliest = likeliestFirst(source, byWordsOrPlace, Texts.profileOf, idf);
  const others = [...goneOnFrom, ...byMeaning, ...byKind, ...likeliest].filter(
    ({ owner }) => owner !== memory._id,
  );
  return [...new Map(others.map((text) => [text._id, text])).values()].slice(0, MOST_READ);
}

async function byWords(ctx: QueryCtx, terms: readonly string[]): Promise<Doc<"texts">[]> {
  return await holding(ctx, terms, { space: "memory" }, MOST_HITS);
}

function textOf(
  { type, content, entities, importance, createdAt, metadata }: Doc<"memories">,
  timeZone: string,
): LinkText {
  const concluded = type === "reflection";
  const teller = tellerIn(metadata);
  return linkText(content, { entities, importance, createdAt, timeZone, concluded, teller });
}
