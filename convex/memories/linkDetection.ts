/** Detecting a memory's links: its candidates, by words and vectors, and which of them are near enough. */
import type { Doc } from "../_generated/dataModel";
import type { QueryCtx } from "../_generated/server";
import { uniqueBy } from "../../mind/lists/uniqueBy";
import {
  citedLinks,
  detectedLinks,
  mostSimilarFirst,
  termSimilarity,
  type LinkSimilarity,
  type LinkProposal,
  type LinkText,
} from "../../mind/links/links";
import { queryOf, type Query } from "../../mind/ranking/bm25";
import { rarestTerms } from "../../mind/ranking/idf";
import { meaningSimilarity } from "../../mind/ranking/meaning";
import { parsedText } from "../../mind/text/parsedText";
import * as ProviderHealth from "../embeddings/providerHealth";
import * as Links from "./links";
import { cosinesTo, type SemanticNeighbors } from "../search/semanticNeighbors";
import * as DocumentFrequencies from "../search/documentFrequencies";
import { documentsWithTerms, MAX_WORDS } from "../search/textIndex";
import * as Documents from "../search/documents";

/** A detected link that does not exist yet. */
export interface Proposal extends LinkProposal {
  readonly target: Doc<"memories">;
}

/** Distinct terms of the memory that are compared, the most frequent: each is an index range to read. */
const MAX_COMPARED = 256;
/** Text hits that are compared. */
const MAX_HITS = 64;
/** Likest candidates whose memories are read. Texts that only ask are linked among themselves, so some are left out then. */
const MAX_READ = 16;

/** The links to make from a memory: a reflection's to what it is based on, any other's to its nearest neighbours. */
export async function detect(
  ctx: QueryCtx,
  memory: Doc<"memories">,
  found: SemanticNeighbors,
): Promise<Proposal[]> {
  const text = await Documents.ofMemory(ctx, memory._id);
  if (text === null) return [];
  const terms = DocumentFrequencies.countedTerms(Documents.termsIn(text)).slice(0, MAX_COMPARED);
  const idf = await DocumentFrequencies.idfFor(ctx, "memory", terms);
  const source = queryOf(Documents.termsIn(text), idf);
  const cited = await basisOf(ctx, memory);
  const rarest = rarestTerms(terms, idf, MAX_WORDS);
  const texts = cited.length > 0 ? cited : await candidates(ctx, text, rarest, found);
  const likest = mostSimilarFirst(await likenesses(ctx, texts, source, found)).slice(0, MAX_READ);
  const targets = await Promise.all(
    likest.map(async ({ text, ...likeness }) => {
      const key = await Documents.memoryOf(ctx, text);
      return { key, text: linkTextOf(key), ...likeness };
    }),
  );
  const detected = (cited.length > 0 ? citedLinks : detectedLinks)(linkTextOf(memory), targets);
  const existing = new Set(
    (await Links.outgoingLinks(ctx, memory._id)).map((link) => `${link.target} ${link.type}`),
  );
  return detected
    .map(({ key, link }) => ({ ...link, target: key }))
    .filter(({ target, type }) => !existing.has(`${target._id} ${type}`));
}

/** The texts of the memories that a reflection is based on; of any other memory none. */
async function basisOf(ctx: QueryCtx, { basedOn = [] }: Doc<"memories">): Promise<Doc<"searchDocuments">[]> {
  const texts = await Promise.all(basedOn.map((id) => Documents.ofMemory(ctx, id)));
  return texts.filter((text) => text !== null);
}

/** Texts near in meaning, and the text index's best hits for the memory's rarest terms. */
async function candidates(
  ctx: QueryCtx,
  own: Doc<"searchDocuments">,
  rarest: readonly string[],
  { nearest }: SemanticNeighbors,
): Promise<Doc<"searchDocuments">[]> {
  const byWords = await documentsWithTerms(ctx, rarest, { space: "memory" }, MAX_HITS);
  const texts = [...(await Documents.ofVectors(ctx, nearest)), ...byWords];
  return uniqueBy(texts, ({ _id }) => _id).filter(({ _id }) => _id !== own._id);
}

/** How alike each text and the source are. */
async function likenesses(
  ctx: QueryCtx,
  texts: readonly Doc<"searchDocuments">[],
  source: Query,
  { embedding }: SemanticNeighbors,
): Promise<(LinkSimilarity & { readonly text: Doc<"searchDocuments"> })[]> {
  const baseline = await ProviderHealth.baselineCosineOf(ctx, embedding?.model ?? null);
  const cosineTo = cosinesTo(embedding);
  return texts.map((text) => {
    const terms = termSimilarity(source, Documents.termsIn(text));
    const cosine = cosineTo(text);
    return { text, terms, meaning: cosine === null ? null : meaningSimilarity(cosine, baseline) };
  });
}

function linkTextOf({ type, content }: Doc<"memories">): LinkText {
  return { parsed: parsedText(content), isReflection: type === "reflection" };
}
