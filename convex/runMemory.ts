/**
 * What one run of consolidation has read. Only the run that holds the claim writes any of this, so nothing is read
 * twice; and it writes through, so that what is known here and in the database is the same.
 */
import { internal } from "./_generated/api";
import type { Id } from "./_generated/dataModel";
import type { ActionCtx } from "./_generated/server";
import { idfOf, type Idf } from "../mind/ranking/idf";
import { namingOf, type Naming } from "./mind/themes/namedMatters";
import type { NeighbourRow } from "./model/neighbours";

export type CoreMemoryId = Id<"coreMemories">;
export interface Member {
  readonly memoryId: Id<"memories">;
  readonly place: number;
}

/** Documents that one query reads: a few milliseconds. */
const READ_AT_ONCE = 96;
/** Themes of so few members are read as they lie, some in one query. */
const SMALL_THEME = 32;
const TERMS_AT_ONCE = 512;
/** Rows that one mutation writes. */
const WRITTEN_AT_ONCE = 48;
/** More rows than this are forgotten and read again: an action has 64 MiB. */
const MOST_ROWS = 20_000;
const MOST_TERMS = 100_000;
/** Texts that one query reads, the longest of which take a quarter of a megabyte, and how many of them are remembered. */
const CONTENTS_AT_ONCE = 40;
const MOST_NAMINGS = 4_000;

export class RunMemory {
  readonly run: number;
  /** The embedding model whose vectors count; empty without one. */
  readonly model: string;
  readonly #ctx: ActionCtx;
  readonly #rows = new Map<number, NeighbourRow>();
  /** Places whose rows were read or written; some have none. */
  readonly #read = new Set<number>();
  readonly #themeOf = new Map<number, CoreMemoryId | null>();
  readonly #themes = new Map<CoreMemoryId, readonly Member[]>();
  readonly #namings = new Map<number, Naming>();
  readonly #unwritten = new Set<number>();
  readonly #holders = new Map<string, number>();
  #owners = 0;

  constructor(ctx: ActionCtx, run: number, model: string) {
    this.#ctx = ctx;
    this.run = run;
    this.model = model;
  }

  /** Forgets what was read where it has become too much. Between two batches, when all is written. */
  tidy(): void {
    if (this.#rows.size > MOST_ROWS) {
      this.#rows.clear();
      this.#read.clear();
      this.#themeOf.clear();
      this.#themes.clear();
    }
    if (this.#holders.size > MOST_TERMS) this.#holders.clear();
    if (this.#namings.size > MOST_NAMINGS) this.#namings.clear();
  }

  /** Makes the rows of these memories, and the themes they are in, known. */
  async readRows(places: Iterable<number>): Promise<void> {
    const unread = [...new Set(places)].filter((place) => !this.#read.has(place));
    for (const place of unread) this.#read.add(place);
    for (const some of chunked(unread, READ_AT_ONCE)) {
      const found = await this.#ctx.runQuery(internal.consolidation.standing, { places: some });
      for (const { row, theme } of found) {
        this.#rows.set(row.place, row);
        this.#themeOf.set(row.place, theme);
      }
    }
  }

  /** The row of a memory that was read; undefined where it has none yet. */
  row(place: number): NeighbourRow | undefined {
    return this.#rows.get(place);
  }

  /** Replaces a row; `writeRows` writes it. */
  setRow(row: NeighbourRow): void {
    this.#rows.set(row.place, row);
    this.#read.add(row.place);
    if (!this.#themeOf.has(row.place)) this.#themeOf.set(row.place, null);
    this.#unwritten.add(row.place);
  }

  async writeRows(): Promise<void> {
    const rows = [...this.#unwritten].flatMap((place) => this.#rows.get(place) ?? []);
    for (const some of chunked(rows, WRITTEN_AT_ONCE))
      await this.#ctx.runMutation(internal.consolidation.write, { run: this.run, rows: some });
    this.#unwritten.clear();
  }

  /** What each of these memories names, of those that are there and whose rows were read. */
  async namingsOf(places: readonly number[]): Promise<ReadonlyMap<number, Naming>> {
    const unread = places.flatMap((place) => {
      const memoryId = this.#namings.has(place) ? undefined : this.#rows.get(place)?.memoryId;
      return memoryId === undefined ? [] : [{ place, memoryId }];
    });
    for (const some of chunked(unread, CONTENTS_AT_ONCE)) {
      const memoryIds = some.map(({ memoryId }) => memoryId);
      const contents = await this.#ctx.runQuery(internal.coreMemories.contents, { memoryIds });
      for (const [i, { place }] of some.entries()) {
        const content = contents[i];
        if (content !== undefined) this.#namings.set(place, namingOf(content));
      }
    }
    return this.#namings;
  }

  /** Makes the rows of all members of these themes known, whose members are. */
  async readMembers(themes: Iterable<CoreMemoryId>): Promise<void> {
    const unread = [...new Set(themes)].filter((id) =>
      this.membersOf(id).some(({ place }) => !this.#read.has(place)),
    );
    const placesOf = (id: CoreMemoryId) => this.membersOf(id).map(({ place }) => place);
    // One query for large themes, or for many, would hold everybody up.
    const small = unread.filter((id) => placesOf(id).length <= SMALL_THEME);
    await this.readRows(unread.filter((id) => !small.includes(id)).flatMap(placesOf));
    for (const some of chunked(small, READ_AT_ONCE / SMALL_THEME)) {
      const found = await this.#ctx.runQuery(internal.consolidation.membersOf, { themes: some });
      // What was read before may have been changed since, and not been written yet.
      for (const row of found) if (!this.#read.has(row.place)) this.#rows.set(row.place, row);
      for (const place of some.flatMap(placesOf)) this.#read.add(place);
    }
  }

  /** The theme that a memory is in, of those that were read. */
  themeOf(place: number): CoreMemoryId | null {
    return this.#themeOf.get(place) ?? null;
  }

  /** Makes the members of these themes known. */
  async readThemes(ids: Iterable<CoreMemoryId>): Promise<void> {
    const unread = [...new Set(ids)].filter((id) => !this.#themes.has(id));
    for (const some of chunked(unread, READ_AT_ONCE)) {
      const found = await this.#ctx.runQuery(internal.coreMemories.members, { ids: some });
      for (const { id, members } of found) {
        this.#themes.set(id, members);
        for (const { place } of members) this.#themeOf.set(place, id);
      }
    }
  }

  /** The members of a theme that was read, by place. */
  membersOf(id: CoreMemoryId): readonly Member[] {
    return this.#themes.get(id) ?? [];
  }

  /** A theme has other members now; none, and it is gone. */
  setMembers(id: CoreMemoryId, members: readonly Member[]): void {
    for (const { place } of this.membersOf(id)) {
      if (this.#themeOf.get(place) === id) this.#themeOf.set(place, null);
    }
    for (const { place } of members) this.#themeOf.set(place, id);
    if (members.length === 0) this.#themes.delete(id);
    else this.#themes.set(id, members);
  }

  /** Makes the rarity of these terms known. */
  async readTerms(terms: Iterable<string>): Promise<void> {
    const unread = [...new Set(terms)].filter((term) => !this.#holders.has(term));
    for (const some of chunked(unread, TERMS_AT_ONCE)) {
      const { owners, holders } = await this.#ctx.runQuery(internal.consolidation.holders, { terms: some });
      // The first count holds for the whole run, as do those of the terms.
      if (this.#owners === 0) this.#owners = owners;
      for (const [i, term] of some.entries()) this.#holders.set(term, holders[i] ?? 0);
    }
  }

  /** How many memories hold a term that was read. */
  holders(term: string): number {
    return this.#holders.get(term) ?? 0;
  }

  /** How much the terms tell that were read. */
  idf(): Idf {
    return idfOf(this.#owners, (term) => this.holders(term));
  }
}

/** `items` in pieces of at most `size`. */
export function chunked<Item>(items: readonly Item[], size: number): Item[][] {
  const pieces: Item[][] = [];
  for (let from = 0; from < items.length; from += size) pieces.push(items.slice(from, from + size));
  return pieces;
}
