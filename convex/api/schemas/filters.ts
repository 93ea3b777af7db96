/** Filters by what memories and knowledge carry: `metadata.<key>=<value>`, `entity`, `sentiment`. */
import * as z from "zod";
import { SENTIMENT_LABELS } from "../../../mind/enums";
import { MAX_LENGTH } from "../../lib/attributes";
import { invalid } from "../errors";
import { text } from "./common";

const PREFIX = "metadata.";
const MAX_FILTERS = 4;

type Pairs = { readonly [key: string]: string };

/** Parameters `metadata.<key>`, gathered under their keys. Not a zod record, because those drop keys such as `__proto__`. */
export const metadataFilter = z
  .custom<Pairs>((value) => typeof value === "object", {
    error: `must be sent as ${PREFIX}<key>=<value>`,
    abort: true,
  })
  .refine((pairs) => Object.keys(pairs).length <= MAX_FILTERS, {
    error: `must have at most ${MAX_FILTERS} keys`,
    abort: true,
  })
  .refine((pairs) => Object.entries(pairs).flat().every(isShort), {
    error: `must have keys of 1 to ${MAX_LENGTH} characters and values of at most ${MAX_LENGTH}`,
  })
  .transform((pairs) => Object.entries(pairs).map(([key, value]) => ({ key, value })))
  .exactOptional()
  .meta({
    type: "object",
    propertyNames: { pattern: "^metadata\\." },
    additionalProperties: { type: "string", maxLength: MAX_LENGTH },
    maxProperties: MAX_FILTERS,
    description: `\`${PREFIX}<key>=<value>\`, up to ${MAX_FILTERS} times: only with this value under this key, as a text of at most ${MAX_LENGTH} characters, a number or a boolean. The first 32 such keys of metadata count`,
  });

/** Filters by what a text is about and how it sounds. */
export const carriedFilters = {
  metadata: metadataFilter,
  entity: text(MAX_LENGTH)
    .exactOptional()
    .meta({ description: "Only those whose `metadata.entities` has this name, ignoring case" }),
  sentiment: z.enum(SENTIMENT_LABELS).exactOptional().meta({ description: "Only those of this sentiment" }),
};

/** A query with its parameters `metadata.<key>` as one field, for a schema that has it. */
export function withMetadata(query: Readonly<Record<string, string>>): Readonly<Record<string, unknown>> {
  const isPair = ([name]: [string, string]) => name.startsWith(PREFIX);
  const entries = Object.entries(query);
  const pairs = entries.filter(isPair).map(([name, value]) => [name.slice(PREFIX.length), value]);
  if (pairs.length === 0) return query;
  if (Object.hasOwn(query, "metadata")) throw invalid("metadata", `must be sent as ${PREFIX}<key>=<value>`);
  return {
    ...Object.fromEntries(entries.filter((one) => !isPair(one))),
    metadata: Object.fromEntries(pairs),
  };
}

/** Where several filters can't be combined in one transaction. */
export function tooManyMatches() {
  return invalid(
    "query",
    "combines filters that each match too many items to count those that match all; leave one out, or narrow the time by since and until",
  );
}

function isShort(value: string, i: number): boolean {
  // Keys and values in turn.
  return Array.from(value).length <= MAX_LENGTH && (i % 2 === 1 || value !== "");
}
