/** A memory of another program, as an import takes it: what each format is mapped to. */

export interface Memory {
  /** In the other program; parts of a long text have a number after it. Absent where it gives none. */
  readonly id?: string;
  readonly type: "episodic" | "semantic";
  readonly content: string;
  /** Milliseconds since the epoch. */
  readonly createdAt?: number;
  readonly confidence?: number;
  readonly scope?: string;
  /** JSON text. */
  readonly metadata?: string;
}

export type Json = Readonly<Record<string, unknown>>;

/** The most characters (code points) of a memory. */
const MAX_CONTENT = 16_384;

/** One memory, or several where the text is too long for one; none where it is blank. */
export function split({
  id,
  content,
  metadata,
  ...rest
}: Omit<Memory, "metadata"> & { readonly metadata: Json }): Memory[] {
  const characters = Array.from(content.replace(/\p{Surrogate}/gu, "\ufffd"));
  const parts: Memory[] = [];
  for (let start = 0; start < characters.length; start += MAX_CONTENT) {
    const part = characters.slice(start, start + MAX_CONTENT).join("");
    if (part.trim() === "") continue;
    const name = start === 0 || id === undefined ? id : `${id}#${start / MAX_CONTENT + 1}`;
    const own = name === undefined ? {} : { id: name };
    parts.push({ ...own, content: part, metadata: JSON.stringify(metadata), ...rest });
  }
  return parts;
}

export function isObject(value: unknown): value is Json {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

export function objectsIn(value: unknown): Json[] {
  return Array.isArray(value) ? value.filter(isObject) : [];
}

export function textOf(value: unknown): string | undefined {
  return typeof value === "string" && value !== "" ? value : undefined;
}

/** The id of an item, where the program gives one. */
export function idOf({ id }: Json): { readonly id?: string } {
  const name = typeof id === "number" ? String(id) : textOf(id);
  return name === undefined ? {} : { id: name };
}

/** A date as ISO text, taken as UTC without a zone, or as seconds since the epoch. */
export function momentOf(value: unknown): { readonly createdAt?: number } {
  const text = typeof value === "string" && !/(?:Z|[+-]\d\d:?\d\d)$/.test(value) ? `${value}Z` : value;
  const ms = typeof text === "string" ? Date.parse(text) : typeof text === "number" ? text * 1_000 : NaN;
  return Number.isFinite(ms) && ms >= 0 && ms <= 8.64e15 ? { createdAt: Math.floor(ms) } : {};
}

/** Without the fields that are undefined or null. */
export function given(fields: Json): Json {
  return Object.fromEntries(
    Object.entries(fields).filter(([, value]) => value !== undefined && value !== null),
  );
}
