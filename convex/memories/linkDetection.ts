/** Detects a memory's links: finds candidates by words and vectors, and keeps those that are near enough. */
import { v, type Infer } from "convex/values";
import type { Doc, Id } from "../_generated/dataModel";
import { internalQuery, type QueryCtx } from "../_generated/server";
import { uniqueBy } from "../../mind/lists/uniqueBy";
import {
  citedLinks,
  detectedLinks,
  mostSimilarFirst,
  termSimilarity,
  type LinkCandidate,
  type LinkText,
} from "../../mind/links/links";
import { queryOf } from "../../mind/ranking/bm25";
import { parsedText } from "../../mind/text/parsedText";
import * as DocumentFrequencies from "../search/documentFrequencies";
import * as Documents from "../search/documents";
import { meaningTo, semanticNeighbors, type SemanticNeighbors } from "../search/semanticNeighbors";
import { textHits } from "../search/textIndex";
import * as Links from "./links";
import { memoryOf } from "./memoryOf";

/** A detected link that does not exist yet. */
const proposal = v.object({
  link: Links.outgoing,
  /** The target's content. */
  content: v.string(),
  /** Whether the target was created after the source. */
  later: v.boolean(),
  /** Whether source or target is a reflection. Its links keep the type `related_to`, since it is about memories. */
  reflective: v.boolean(),
});
export type Proposal = Infer<typeof proposal>;

/** The most distinct terms that are compared, the most frequent first: each is an index range to read. */
const MAX_COMPARED = 256;
/** Candidates found by words. */
const MAX_HITS = 64;
/**
 * The most similar candidates whose memories are read. More than are linked, since some are left out: questions link only to
 * questions.
 */
const MAX_READ = 16;

/**
 * The links to create from a memory, strongest first, with what a model needs to judge them. A reflection is linked to the
 * memories that it is based on; `cited` says so, because these links need no judgement. Any other memory is linked to its
 * nearest neighbors.
 */
export const detect = internalQuery({
  args: { memoryId: v.id("memories"), ...semanticNeighbors.fields },
  returns: v.object({ content: v.string(), cited: v.boolean(), proposals: v.array(proposal) }),
  handler: async (ctx, { memoryId, ...near }) => {
    const memory = await ctx.db.get("memories", memoryId);
    if (memory === null) throw new Error("a memory to link does not exist");
    const { content, basedOn = [] } = memory;
    const cited = basedOn.length > 0;
    const document = await Documents.ofMemory(ctx, memoryId);
    if (document === null) return { content, cited, proposals: [] };
    const targets = await nearestTargets(ctx, document, basedOn, near);
    const detected = (cited ? citedLinks : detectedLinks)(linkTextOf(memory), targets);
    const existing = new Set(
      (await Links.outgoingLinks(ctx, memoryId)).map(({ target, type }) => `${target} ${type}`),
    );
    const proposals = detected
      .filter(({ key: target, link }) => !existing.has(`${target._id} ${link.type}`))
      .map(({ key: target, link }) => ({
        link: { targetId: target._id, ...link },
        content: target.content,
        later: target.createdAt > memory.createdAt,
        reflective: memory.type === "reflection" || target.type === "reflection",
      }));
    return { content, cited, proposals };
  },
});

/** The memories in `basedOn` or, if it is empty, those most similar to the document; with their similarities. */
async function nearestTargets(
  ctx: QueryCtx,
  document: Doc<"searchDocuments">,
  basedOn: readonly Id<"memories">[],
  { embedding, nearest }: SemanticNeighbors,
): Promise<LinkCandidate<Doc<"memories">>[]> {
  const own = Documents.termsIn(document);
  const terms = DocumentFrequencies.countedTerms(own).slice(0, MAX_COMPARED);
  const idf = await DocumentFrequencies.idfFor(ctx, "memory", terms);
  const candidates =
    basedOn.length > 0
      ? await Promise.all(basedOn.map((id) => Documents.ofMemory(ctx, id)))
      : [
          ...(await Documents.ofVectors(ctx, nearest)),
          ...(await textHits(ctx, terms, idf, { space: "memory", scopes: [document.scope] }, MAX_HITS)),
        ];
  const others = candidates.filter((other) => other !== null).filter(({ _id }) => _id !== document._id);
  const source = queryOf(own, idf);
  const meaningOf = await meaningTo(ctx, embedding);
  const similarities = uniqueBy(others, ({ _id }) => _id).map((other) => ({
    other,
    terms: termSimilarity(source, Documents.termsIn(other)),
    meaning: meaningOf(other),
  }));
  return await Promise.all(
    mostSimilarFirst(similarities)
      .slice(0, MAX_READ)
      .map(async ({ other, ...similarity }) => {
        const target = await memoryOf(ctx, other);
        return { key: target, text: linkTextOf(target), ...similarity };
      }),
  );
}

function linkTextOf({ type, content }: Doc<"memories">): LinkText {
  return { parsed: parsedText(content), isReflection: type === "reflection" };
}
