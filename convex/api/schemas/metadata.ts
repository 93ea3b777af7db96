/** Metadata: any JSON object of the caller's, bounded in size and depth. */
import * as z from "zod";

export type Metadata = { readonly [key: string]: unknown };

/** Of its compact JSON in UTF-8. */
const MAX_BYTES = 16 * 1024;
/** The object itself is level 1. */
const MAX_LEVELS = 8;

/** Not a zod object or record, because those drop keys such as `__proto__`. */
export const metadata = z
  .custom<Metadata>(isObject, { error: "must be a JSON object", abort: true })
  .refine((value) => !isDeeper(value, MAX_LEVELS), {
    error: `must have at most ${MAX_LEVELS} levels`,
    abort: true,
  })
  .refine((value) => new TextEncoder().encode(JSON.stringify(value)).length <= MAX_BYTES, {
    error: `must have at most ${MAX_BYTES} bytes as compact JSON`,
  })
  .meta({
    type: "object",
    additionalProperties: true,
    description: `At most ${MAX_BYTES} bytes as compact JSON, at most ${MAX_LEVELS} levels`,
  });

function isObject(value: unknown): boolean {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function isDeeper(value: unknown, levels: number): boolean {
  if (typeof value !== "object" || value === null) return false;
  return levels === 0 || Object.values(value).some((inner) => isDeeper(inner, levels - 1));
}

/** Metadata of a request, as JSON text for Convex functions: Convex restricts the names of fields. */
export const sentMetadata = metadata.transform((value) => JSON.stringify(value));

/** Parses the metadata of a row. */
export function parseMetadata<Row extends { readonly metadata: string }>(
  row: Row,
): Omit<Row, "metadata"> & { metadata: z.output<typeof metadata> } {
  return { ...row, metadata: JSON.parse(row.metadata) };
}

export function parseOptionalMetadata<Row extends { readonly metadata?: string }>({ metadata, ...row }: Row) {
  return { ...row, ...(metadata === undefined ? {} : { metadata: JSON.parse(metadata) }) };
}
