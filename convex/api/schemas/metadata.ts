/** Free-form data that callers attach: any JSON object, bounded in size and depth. */
import * as z from "zod";

export type Metadata = { readonly [key: string]: unknown };

/** Of its compact JSON in UTF-8. */
const MOST_BYTES = 16 * 1024;
/** The object itself is level 1. */
const MOST_LEVELS = 8;

/** Not a zod object or record: those drop keys such as `__proto__`, and here any key is the caller's own. */
export const metadata = z
  .custom<Metadata>(isObject, { error: "must be a JSON object", abort: true })
  .refine((value) => !isDeeper(value, MOST_LEVELS), {
    error: `must have at most ${MOST_LEVELS} levels`,
    abort: true,
  })
  .refine((value) => new TextEncoder().encode(JSON.stringify(value)).length <= MOST_BYTES, {
    error: `must have at most ${MOST_BYTES} bytes as compact JSON`,
  })
  .meta({
    type: "object",
    additionalProperties: true,
    description: `At most ${MOST_BYTES} bytes as compact JSON, at most ${MOST_LEVELS} levels`,
  });

function isObject(value: unknown): boolean {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function isDeeper(value: unknown, levels: number): boolean {
  if (typeof value !== "object" || value === null) return false;
  return levels === 0 || Object.values(value).some((inner) => isDeeper(inner, levels - 1));
}

/** Metadata for the functions: as JSON text, because Convex's field names may not hold what a caller's keys may. */
export function asText(sent: z.output<typeof metadata> | undefined): { metadata?: string } {
  return sent === undefined ? {} : { metadata: JSON.stringify(sent) };
}

/** A row from the functions, with the metadata that it has as JSON text. */
export function withMetadata<Row extends { readonly metadata: string }>(
  row: Row,
): Omit<Row, "metadata"> & { metadata: z.output<typeof metadata> } {
  return { ...row, metadata: JSON.parse(row.metadata) };
}

/** The same of a row that may have none. */
export function withMetadataIfAny<Row extends { readonly metadata?: string }>({ metadata, ...row }: Row) {
  return { ...row, ...(metadata === undefined ? {} : { metadata: JSON.parse(metadata) }) };
}
