/** Ids and times of earlier responses, for use in later requests. */

/** A placeholder in a planned request for a value of an earlier response. */
export class Placeholder {
  readonly kind: "id" | "time";
  /** The name of the field. */
  readonly name: string;
  /** Index into the pool, modulo its size. */
  readonly pick: number;
  /** Used while the pool is empty. */
  readonly otherwise: string | number;

  constructor(kind: "id" | "time", name: string, pick: number, otherwise: string | number) {
    this.kind = kind;
    this.name = name;
    this.pick = pick;
    this.otherwise = otherwise;
  }
}

/** Keeps a mix of old and new values. */
const MAX_POOL_SIZE = 256;
/** Greater numbers are timestamps. */
const MIN_TIMESTAMP = 1_000_000_000_000;

export class Pool {
  private readonly times: number[] = [];
  /** By the kind of document, as far as names show it. */
  private readonly ids = new Map<string, string[]>();

  /** Collects the ids and timestamps of a response body. */
  learn(body: unknown): void {
    const open: { name: string; of: string; value: unknown }[] = [{ name: "", of: "", value: body }];
    for (let next = open.pop(); next !== undefined; next = open.pop()) {
      const { name, of, value } = next;
      if (typeof value === "string" && isIdName(name)) this.learnId(documentKindOf(name, of), value);
      else if (typeof value === "number" && value > MIN_TIMESTAMP) keep(this.times, value);
      else if (Array.isArray(value)) open.push(...value.map((one: unknown) => ({ name, of, value: one })));
      else if (typeof value === "object" && value !== null) {
        open.push(
          ...Object.entries(value).map(([inner, one]) => ({ name: inner, of: name, value: one as unknown })),
        );
      }
    }
  }

  /** The value with every placeholder filled in. */
  fill(value: unknown): unknown {
    if (value instanceof Placeholder) return this.earlier(value);
    if (Array.isArray(value)) return value.map((one) => this.fill(one));
    if (typeof value !== "object" || value === null) return value;
    // Built by defining fields, so that `__proto__` stays a field.
    const filled: unknown[] = Object.entries(value).map(([name, one]) => [name, this.fill(one)]);
    return Object.fromEntries(filled as [string, unknown][]);
  }

  private earlier({ kind, name, pick, otherwise }: Placeholder): string | number {
    if (kind === "time") return this.times[pick % Math.max(1, this.times.length)] ?? otherwise;
    // Mostly an id of the right kind, sometimes of another.
    const right = pick % 4 === 0 ? undefined : this.ids.get(documentKindOf(name, ""));
    const kinds = [...this.ids.values()];
    const known = right ?? kinds[pick % Math.max(1, kinds.length)] ?? [];
    return known[Math.floor(pick / 4) % Math.max(1, known.length)] ?? otherwise;
  }

  private learnId(thing: string, id: string): void {
    const known = this.ids.get(thing) ?? [];
    this.ids.set(thing, known);
    keep(known, id);
  }
}

/** The kind of document that an id refers to: "memory" for both `memoryId` and `memories[]._id`. Feed events are events. */
function documentKindOf(name: string, of: string): string {
  const said = /^_?id$/.test(name) ? of : name.replace(/Id$/, "");
  return said
    .replace(/ies$/, "y")
    .replace(/s$/, "")
    .replace(/^feed$/, "event")
    .replace(/^plan$/, "erasure");
}

/** Whether a field of this name contains an id or a list of ids. */
export function isIdName(name: string): boolean {
  return /^_?ids?$|Id$|^basedOn$|^memories$/.test(name);
}

function keep<T>(list: T[], value: T): void {
  if (list.includes(value)) return;
  list.push(value);
  if (list.length > MAX_POOL_SIZE) list.splice(MAX_POOL_SIZE / 2, 1);
}
