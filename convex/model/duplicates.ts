/** Finding the memory that says already what a new one would say. */
import type { Doc } from "../_generated/dataModel";
import type { QueryCtx } from "../_generated/server";
import { dedupText, verdictOn } from "../mind/duplicates/duplicates";
import { tellOfThemselves } from "../mind/memory/teller";
import { tellsSomething } from "../../mind/reflections/isEvidence";
import { tellingTerms } from "../mind/search/searchRanking";
import { coverage, profileOf, tfIdfCosine, type Profile } from "../../mind/ranking/lexical";
import type { Idf } from "../../mind/ranking/idf";
import type { MemoryType } from "../../mind/enums";
import type { Settings } from "../settings";
import { equalTo } from "./copies";
import { tellerIn } from "./metadata";
import { cosinesTo, type Found } from "./nearness";
import * as Rarities from "./rarities";
import { TermLookups } from "./termLookups";
import { holding, MOST_WORDS } from "./textIndex";
import * as Texts from "./texts";

/** Hits looked at: what says the same shares the rarest words, and stands among the first. */
const MOST_HITS = 32;
/** Candidates whose texts are read and compared in full: the likeliest, and those that hold most of what the text says. */
const MOST_LIKELY = 8;
const MOST_COVERING = 4;
/** Terms of a text that is long; how many times as long as another it may be, and how much of that it must hold. */
const LONG = 300;
const MOST_TIMES_AS_LONG = 10;
const LEAST_COVERED = 0.3;

/**
 * The memory that says the same: the oldest of equal text, of any type; else the most similar of the same type that
 * nothing tells apart, the oldest of several; of those that `fits`. Null where there is none; a reflection that found nothing
 * says nothing.
 */
export async function duplicateOf(
  ctx: QueryCtx,
  settings: Settings,
  { type, content, metadata }: { type: MemoryType; content: string; metadata?: string | undefined },
  { lookups = new TermLookups(), ...found }: Found & { readonly lookups?: TermLookups },
  fits: (row: Doc<"memories">) => boolean = () => true,
): Promise<{ memory: Doc<"memories">; similarity: number } | null> {
  const equal = await equalTo(ctx, content, (row) => tellsSomething(row) && fits(row));
  if (equal !== null) return { memory: equal, similarity: 1 };

  const teller = tellerIn(metadata);
  const later = dedupText(content);
  const profile = profileOf(content);
  // Texts are filed and found by the words as they are written, and compared in one spelling.
  const own = Rarities.countedTerms([...later.claims.terms, ...profile.counts.keys()], lookups.most);
  const idf = await Rarities.rarityOf(ctx, "memory", own, lookups);
  const told = { type, profile, terms: new Set(own.filter((term) => profile.counts.has(term))) };
  const texts = await candidates(ctx, told, idf, found);
  const memories = await Promise.all(texts.map((text) => Texts.memoryOf(ctx, text)));
  const compared = memories.map((memory) => dedupText(memory.content));
  const counted = new Set(own);
  const further = compared.flatMap(({ claims }) => claims.terms.filter((term) => !counted.has(term)));
  const others = await Rarities.rarityOf(
    ctx,
    "memory",
    [...new Set(further)].slice(0, lookups.most),
    lookups,
  );
  const all: Idf = (term) => (counted.has(term) ? idf(term) : others(term));

  const cosineTo = cosinesTo(found.embedding);
  let best: { memory: Doc<"memories">; similarity: number } | null = null;
  for (const [i, known] of compared.entries()) {
    const [text, memory] = [texts[i], memories[i]];
    if (text === undefined || memory === undefined || !fits(memory)) continue;
    if (tellOfThemselves({ content, teller }, { content: memory.content, teller: tellerIn(memory.metadata) }))
      continue;
    const cosine = cosineTo(text);
    const verdict = verdictOn(known, later, all, cosine, settings.dedupThreshold);
    if (verdict.kind === "different") continue;
    const { similarity } = verdict;
    const better =
      best === null ||
      similarity > best.similarity ||
      (similarity === best.similarity && memory.place < best.memory.place);
    if (better) best = { memory, similarity };
  }
  return best;
}

/** The likeliest of what was found by words and by meaning; `terms` are those of the text whose rarity is known. */
async function candidates(
  ctx: QueryCtx,
  { type, profile, terms }: { type: MemoryType; profile: Profile; terms: ReadonlySet<string> },
  idf: Idf,
  { nearest }: Found,
): Promise<Doc<"texts">[]> {
  const telling = tellingTerms(terms, idf, MOST_WORDS);
  const byWords = await holding(ctx, telling, { space: "memory", facet: type }, MOST_HITS);
  const byMeaning = await Texts.ofVectors(ctx, nearest);
  const found = new Map([...byMeaning, ...byWords].map((text) => [text._id, text]));
  const sought = new Set(profile.counts.keys());
  const measured = [...found.values()]
    .map((text) => {
      const known = Texts.profileOf(text, sought);
      const covered = coverage(profile, known, idf);
      return { text, likeness: tfIdfCosine(profile, known, idf), covered, length: known.length };
    })
    .filter(({ length, covered }) => maySayTheSame(profile.length, length, covered));
  type Measured = (typeof measured)[number];
  const best = (measure: (of: Measured) => number, most: number): Doc<"texts">[] =>
    measured
      .toSorted((a, b) => measure(b) - measure(a) || a.text.place - b.text.place)
      .slice(0, most)
      .map(({ text }) => text);
  // A text's norm goes by the rarities of the day it was told: one of the first, when every word was rare, has little likeness
  // to what says the same today. What it covers does not depend on that.
  const likely = best(({ likeness }) => likeness, MOST_LIKELY);
  return [...new Set([...likely, ...best(({ covered }) => covered, MOST_COVERING)])];
}

/**
 * Whether a text is worth reading in full, which of a long one takes time. What is a duplicate shares two fifths of the weight
 * of both at the least (mind/duplicates/duplicates): so it is not many times as long, and holds a good part of the other, or, where it
 * is shorter, as much of it as it can.
 */
function maySayTheSame(ownLength: number, length: number, covered: number): boolean {
  if (length <= LONG) return true;
  const least = LEAST_COVERED * Math.min(1, (ownLength + length) / (2 * ownLength));
  return length <= MOST_TIMES_AS_LONG * ownLength && covered >= least;
}
