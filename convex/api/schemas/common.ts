/** What the schemas share: text, timestamps, the parameters of lists. */
import * as z from "zod";

/** Milliseconds since the Unix epoch; 0 for what never happened yet. */
export const timestamp = z.number().meta({ description: "Milliseconds since the Unix epoch" });

/** Text that a person sends: not blank, and of at most `most` code points between its outer white space. */
export function text(most: number) {
  return z
    .string()
    .refine((value) => value.trim() !== "", { error: "must not be blank", abort: true })
    .refine((value) => hasAtMost(value.trim(), most), { error: `must have at most ${most} characters` })
    .meta({ pattern: "\\S", description: `1 to ${most} characters between outer white space` });
}

/** A number in a query: digits with an optional fraction. */
const decimal = z
  .string()
  .regex(/^\d+(\.\d+)?$/, { error: "must be a number in digits, such as 20 or 0.5", abort: true })
  .transform(Number);

/** How many items a page has. */
export function limit(usual: number) {
  return decimal.pipe(z.int().min(1).max(100)).default(usual).meta({ description: "Most items of the page" });
}

export const offset = decimal.pipe(z.int().min(0)).default(0).meta({ description: "Items to skip" });

const moment = decimal.pipe(z.number().min(0).max(Number.MAX_SAFE_INTEGER));
export const since = moment
  .exactOptional()
  .meta({ description: "Only later than this, in milliseconds since the epoch" });
export const until = moment
  .exactOptional()
  .meta({ description: "Only earlier than this, in milliseconds since the epoch" });

/** The figures that every list answers with. */
export const listFigures = {
  total: z.int().min(0).meta({ description: "Items that match the filters" }),
  hasMore: z.boolean().meta({ description: "Whether items follow this page" }),
};

function hasAtMost(value: string, most: number): boolean {
  // A code point is one or two code units: only texts between the two bounds need counting.
  if (value.length <= most) return true;
  if (value.length > 2 * most) return false;
  return Array.from(value).length <= most;
}
