/**
 * Attributes: filterable values of which a row may have many, such as metadata pairs. Each attribute has a list of its rows.
 */
import { v, type Infer } from "convex/values";
import { nameKey } from "../../mind/text/nameKey";
import { hex, sha256 } from "./sha256";

/** The most metadata pairs, and the most names, by which one row can be found: each costs a write. */
const MAX_OF_A_KIND = 32;
/** The longest key, value or name, in code points. Longer texts are prose, which searches find. */
export const MAX_LENGTH = 128;

export const attributeFilter = v.object({
  metadata: v.optional(v.array(v.object({ key: v.string(), value: v.string() }))),
  entity: v.optional(v.string()),
});
export type AttributeFilter = Infer<typeof attributeFilter>;

/** The attributes that a filter requires, written as by `metadataAttributes` and `nameAttributes`. */
export function wanted({ metadata = [], entity }: AttributeFilter): string[] {
  return [
    ...metadata.map(({ key, value }) => pair(key, value)),
    ...(entity === undefined ? [] : [name(entity)]),
  ];
}

/** The attributes of metadata (JSON text): its first keys whose value is a short text, a number or a boolean. */
export function metadataAttributes(metadata = "{}"): string[] {
  const entries = Object.entries(parsed(metadata)).flatMap(([key, value]) =>
    typeof value === "string" || typeof value === "number" || typeof value === "boolean"
      ? [{ key, value: String(value) }]
      : [],
  );
  return entries
    .filter(({ key, value }) => isShort(key) && isShort(value))
    .slice(0, MAX_OF_A_KIND)
    .map(({ key, value }) => pair(key, value));
}

/** The attributes of the names that metadata (JSON text) lists as `entities`. */
export function nameAttributes(metadata = "{}"): string[] {
  const { entities } = parsed(metadata);
  if (!Array.isArray(entities)) return [];
  const names = entities.flatMap((one: unknown) =>
    typeof one === "string" && isShort(one) ? [name(one)] : [],
  );
  return [...new Set(names)].slice(0, MAX_OF_A_KIND);
}

/** The name of the list of rows with an attribute. It is hashed, so that it keeps no text of a row that is erased. */
export async function listOf(list: string, attribute: string): Promise<string> {
  return `${list}|${hex(await sha256(attribute)).slice(0, 32)}`;
}

function pair(key: string, value: string): string {
  return JSON.stringify([key, value]);
}

function name(entity: string): string {
  return JSON.stringify([nameKey(entity)]);
}

function isShort(text: string): boolean {
  return text.length <= 2 * MAX_LENGTH && Array.from(text).length <= MAX_LENGTH;
}

function parsed(metadata: string): Readonly<Record<string, unknown>> {
  return JSON.parse(metadata);
}
