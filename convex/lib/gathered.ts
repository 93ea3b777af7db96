/**
 * Gathers what a mutation changes in rows that many rows share, such as totals and the leaves of lists: each is read once and written
 * once, at the end. Whatever reads such a row in between sees it with the changes, as `Gathering` requires.
 */
import type { MutationCtx, QueryCtx } from "../_generated/server";

/** What one module gathers. It answers its own reads from it, or writes it before it reads. */
export interface Gathering {
  /** Writes what was gathered since the last call. */
  flush(): Promise<void>;
}

type Kind<G extends Gathering> = new (ctx: MutationCtx) => G;

interface Scope {
  readonly ctx: MutationCtx;
  readonly gatherings: Map<unknown, Gathering>;
}

/** The open scopes, by the database of their mutation. */
const scopes = new WeakMap<object, Scope>();

/** Does work whose changes are gathered, and writes them, also where it throws: rows that it has written may stay. */
export async function gathered<T>(ctx: MutationCtx, work: () => Promise<T>): Promise<T> {
  if (scopes.has(ctx.db)) return await work();
  const scope: Scope = { ctx, gatherings: new Map() };
  scopes.set(ctx.db, scope);
  try {
    return await work();
  } finally {
    for (const gathering of scope.gatherings.values()) await gathering.flush();
    scopes.delete(ctx.db);
  }
}

/** What is gathered of this kind; null outside of such work, where each change is written at once. */
export function gatheringOf<G extends Gathering>({ db }: QueryCtx, kind: Kind<G>): G | null {
  const scope = scopes.get(db);
  if (scope === undefined) return null;
  const known = scope.gatherings.get(kind);
  if (known instanceof kind) return known;
  const gathering = new kind(scope.ctx);
  scope.gatherings.set(kind, gathering);
  return gathering;
}

/** Rows of a table that many share, by their names. `Fields`: what is read of them and changed. */
export abstract class GatheredRows<Name extends string, Stored extends Fields, Fields> implements Gathering {
  protected readonly ctx: MutationCtx;
  private readonly stored = new Map<Name, Promise<Stored | null>>();
  private readonly changed = new Map<Name, Fields>();

  constructor(ctx: MutationCtx) {
    this.ctx = ctx;
  }

  protected abstract read(name: Name): Promise<Stored | null>;
  protected abstract write(name: Name, stored: Stored | null, fields: Fields): Promise<void>;

  /** The row as it will be written; null where there is none. */
  async find(name: Name): Promise<Fields | null> {
    const stored = await this.storedOf(name);
    return this.changed.get(name) ?? stored;
  }

  async change(name: Name, by: (fields: Fields | null) => Fields): Promise<void> {
    const stored = await this.storedOf(name);
    this.changed.set(name, by(this.changed.get(name) ?? stored));
  }

  async flush(): Promise<void> {
    for (const [name, fields] of this.changed) await this.write(name, await this.storedOf(name), fields);
    this.changed.clear();
    this.stored.clear();
  }

  private storedOf(name: Name): Promise<Stored | null> {
    const known = this.stored.get(name) ?? this.read(name);
    this.stored.set(name, known);
    return known;
  }
}

/** Changes a shared row: with the others that are gathered, or at once. */
export async function changeRow<Name extends string, Stored extends Fields, Fields>(
  ctx: MutationCtx,
  kind: Kind<GatheredRows<Name, Stored, Fields>>,
  name: Name,
  by: (fields: Fields | null) => Fields,
): Promise<void> {
  const open = gatheringOf(ctx, kind);
  const rows = open ?? new kind(ctx);
  await rows.change(name, by);
  if (open === null) await rows.flush();
}
