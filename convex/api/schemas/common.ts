/** Shared schemas: text, timestamps, the parameters of lists. */
import * as z from "zod";

/** The agent's health, not the service's. */
export const healthScore = z
  .number()
  .min(0)
  .max(100)
  .meta({ id: "HealthScore", description: "The agent's health, 0 to 100" });

export const volatility = z
  .number()
  .min(0)
  .max(1)
  .meta({ id: "Volatility", description: "How much the mood has moved recently, 0 to 1" });

export const timestamp = z
  .number()
  .min(0)
  .meta({ id: "Timestamp", description: "Milliseconds since the Unix epoch; 0 for what has never happened" });

/** Text that is not blank and has at most `most` code points between its outer white space. */
export function text(most: number) {
  return z
    .string()
    .refine((value) => value.trim() !== "", { error: "must not be blank", abort: true })
    .refine((value) => hasAtMost(value.trim(), most), { error: `must have at most ${most} characters` })
    .meta({
      pattern: "\\S",
      description: `1 to ${most} characters (Unicode code points) between its outer white space, which is kept`,
    });
}

/** A number in a query: digits with an optional fraction. */
const decimal = z
  .string()
  .regex(/^\d+(\.\d+)?$/, { error: "must be a number in digits, such as 20 or 0.5", abort: true })
  .transform(Number);

/** A share in a query, from 0 to 1. */
export const fraction = decimal.pipe(z.number().min(0).max(1));

function limit(usual: number) {
  return decimal
    .pipe(z.int().min(1).max(100))
    .default(usual)
    .meta({ id: `Limit${usual}`, description: "Most items of the page" });
}

/** Parts of a span of time. */
export const parts = decimal
  .pipe(z.int().min(1).max(200))
  .default(96)
  .meta({ description: "Equal parts of the span" });

/** The size of a graph. */
export const graphSize = decimal
  .pipe(z.int().min(1).max(500))
  .default(200)
  .meta({ description: "Most memories of the graph" });

const offset = decimal.pipe(z.int().min(0)).default(0).meta({ id: "Offset", description: "Items to skip" });

/** Which page of a list. `usual`: the items of a page that a caller does not limit. */
export function paged(usual: number) {
  return { limit: limit(usual), offset };
}

/** A yes or no in a query. */
export const flag = z
  .enum(["true", "false"])
  .default("false")
  .transform((value) => value === "true")
  .pipe(z.boolean());

const moment = decimal.pipe(z.number().min(0).max(Number.MAX_SAFE_INTEGER));
export const since = moment
  .exactOptional()
  .meta({ id: "Since", description: "Only later than this, in milliseconds since the Unix epoch" });
export const until = moment
  .exactOptional()
  .meta({ id: "Until", description: "Only earlier than this, in milliseconds since the Unix epoch" });

export const span = { since, until };

/** Everything, in a query by scope. */
export const ALL_SCOPES = "*";

/** A name of 1 to 128 characters that is a scope or becomes one: it is compared without its outer white space. */
export const ownerName = text(128).refine((name) => name.trim() !== ALL_SCOPES, {
  error: "must not be *, which stands for all scopes",
});

/** Whose a text is, in a body. */
export const scopeToStore = ownerName.trim().meta({
  description:
    "Whose it is, such as a person's name, in at most 128 characters without outer white space; case counts. Left out, the agent's own. Searches, duplicates, links and themes stay within a scope",
});

/** The scope of a query: a name, `*`, or nothing for the agent's own. For `scoped`. */
export const scope = text(128).trim().exactOptional().meta({
  id: "Scope",
  description: "Only this scope, in the same letters; left out, the agent's own; `*` for all",
});

/** A query with its scope as functions take it: the empty one is the agent's own, and without one all are meant. */
export function scoped<Query extends { readonly scope?: string }>({
  scope = "",
  ...query
}: Query): Omit<Query, "scope"> & { readonly scope?: string } {
  return scope === ALL_SCOPES ? query : { ...query, scope };
}

/** Default of `threshold`. */
export const DEFAULT_THRESHOLD = 0.6;

/** The parameters of lists that can be searched. */
export const listSearch = {
  query: text(1_024).exactOptional().meta({ description: "Search text of at most 1,024 characters" }),
  threshold: fraction
    .exactOptional()
    .meta({ description: "Least similarity to `query`, 0.6 where left out; an error without `query`" }),
};

export const count = z.int().min(0);

export const version = z
  .int()
  .min(1)
  .meta({ description: "Counts the changes, from 1; a value for If-Match" });

export const listFigures = {
  total: count.meta({ description: "Items that match the filters" }),
  hasMore: z.boolean().meta({ description: "Whether items follow this page" }),
};

function hasAtMost(value: string, most: number): boolean {
  // A code point is one or two code units, so only texts between the bounds need counting.
  if (value.length <= most) return true;
  if (value.length > 2 * most) return false;
  return Array.from(value).length <= most;
}
