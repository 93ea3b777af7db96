/** What earlier answers said, for later requests to come back to: ids and times. */

/** A place in a planned request that an earlier answer fills in. */
export class Earlier {
  readonly kind: "id" | "time";
  /** The field's. */
  readonly name: string;
  /** Which of them, counted round the pool. */
  readonly pick: number;
  /** Where nothing was answered yet. */
  readonly otherwise: string | number;

  constructor(kind: "id" | "time", name: string, pick: number, otherwise: string | number) {
    this.kind = kind;
    this.name = name;
    this.pick = pick;
    this.otherwise = otherwise;
  }
}

/** As many as keep old and new ones mixed. */
const MOST = 256;
/** Numbers above it are moments: nothing else here counts so far. */
const FIRST_MOMENT = 1_000_000_000_000;

export class Pool {
  private readonly times: number[] = [];
  /** By what they are ids of, as far as names tell. */
  private readonly ids = new Map<string, string[]>();

  /** Takes in the ids and moments of an answer's body. */
  learn(body: unknown): void {
    const open: { name: string; of: string; value: unknown }[] = [{ name: "", of: "", value: body }];
    for (let next = open.pop(); next !== undefined; next = open.pop()) {
      const { name, of, value } = next;
      if (typeof value === "string" && isIdName(name)) this.learnId(thingOf(name, of), value);
      else if (typeof value === "number" && value > FIRST_MOMENT) keep(this.times, value);
      else if (Array.isArray(value)) open.push(...value.map((one: unknown) => ({ name, of, value: one })));
      else if (typeof value === "object" && value !== null) {
        open.push(
          ...Object.entries(value).map(([inner, one]) => ({ name: inner, of: name, value: one as unknown })),
        );
      }
    }
  }

  /** The value with every place filled in. */
  fill(value: unknown): unknown {
    if (value instanceof Earlier) return this.earlier(value);
    if (Array.isArray(value)) return value.map((one) => this.fill(one));
    if (typeof value !== "object" || value === null) return value;
    // Made field by field, so that `__proto__` stays a field.
    const filled: unknown[] = Object.entries(value).map(([name, one]) => [name, this.fill(one)]);
    return Object.fromEntries(filled as [string, unknown][]);
  }

  private earlier({ kind, name, pick, otherwise }: Earlier): string | number {
    if (kind === "time") return this.times[pick % Math.max(1, this.times.length)] ?? otherwise;
    // Mostly an id of the right kind, now and then one of another.
    const right = pick % 4 === 0 ? undefined : this.ids.get(thingOf(name, ""));
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

/** What an id of this name, in an object of that name, belongs to: a memory both for `memoryId` and `memories[]._id`. */
function thingOf(name: string, of: string): string {
  const said = /^_?id$/.test(name) ? of : name.replace(/Id$/, "");
  return said.replace(/ies$/, "y").replace(/s$/, "");
}

/** Whether a field of this name holds an id, or a list of them. */
export function isIdName(name: string): boolean {
  return /^_?id$|Id$|^basedOn$|^memories$/.test(name);
}

function keep<T>(list: T[], value: T): void {
  if (list.includes(value)) return;
  list.push(value);
  if (list.length > MOST) list.splice(MOST / 2, 1);
}
