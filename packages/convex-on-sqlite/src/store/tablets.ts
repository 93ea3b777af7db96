/** Tablets (one table of one component) and their indexes, in memory, by name and by number. */
import type { TableDefinition, ValidatorJson } from "../types";

export const BY_ID = "by_id";
export const BY_CREATION_TIME = "by_creation_time";

/** The system table of scheduled functions that every component has. */
export const SCHEDULED_FUNCTIONS = "_scheduled_functions";

/** A database index, with entries in `index_entries`. */
export interface Index {
  readonly id: number;
  readonly name: string;
  /** The declared fields, without the implied ones at the end. */
  readonly fields: readonly string[];
  /** The paths whose values form a key: the fields, then those that make the key unique. */
  readonly keyPaths: readonly string[];
}

/** An index of the words of a field. */
export type TextIndex = { readonly id: number } & TableDefinition["searchIndexes"][number];

/** An index of the vectors in a field. */
export type VectorIndex = { readonly id: number } & TableDefinition["vectorIndexes"][number];

/** The search indexes of a table, by name. */
interface SearchIndexes {
  readonly text: ReadonlyMap<string, TextIndex>;
  readonly vector: ReadonlyMap<string, VectorIndex>;
}

/** A table of a component. Its `id` is the table number in the ids of its documents. */
export interface Tablet {
  readonly id: number;
  readonly componentPath: string;
  readonly name: string;
  readonly isSystem: boolean;
  /** `null`: documents may have any shape. */
  readonly documentType: ValidatorJson | null;
  readonly indexes: ReadonlyMap<string, Index>;
  readonly byId: Index;
  readonly search: SearchIndexes;
  /** The names of staged indexes, which are not built. */
  readonly staged: ReadonlySet<string>;
}

/** The paths of an index's key, which make each key unique. */
export function keyPathsOf(name: string, fields: readonly string[]): readonly string[] {
  return name === BY_ID
    ? ["_id"]
    : name === BY_CREATION_TIME
      ? ["_creationTime", "_id"]
      : [...fields, "_creationTime", "_id"];
}

/** Splits an index name of the library, `table.index`. */
export function splitIndexName(name: string): [table: string, index: string] {
  const dot = name.indexOf(".");
  return [name.slice(0, dot), name.slice(dot + 1)];
}

/** Convex's error for an index, `table.index`, that queries can't use. */
export function missingIndex(tablet: Tablet | undefined, name: string): Error {
  const [, index] = splitIndexName(name);
  if (tablet?.staged.has(index) !== true) return new Error(`Index ${name} not found.`);
  return new Error(`Index ${name} is currently staged and not available to query until it is enabled.`);
}

/** All known tablets. */
export class Tablets {
  private readonly byName = new Map<string, Tablet>();
  private readonly byNumber = new Map<number, Tablet>();
  /** Tables that may not be in the database (undeclaredTables.ts). */
  private readonly unstored = new Set<Tablet>();
  private readonly empty = new Set<Tablet>();

  named(componentPath: string, table: string): Tablet | undefined {
    return this.byName.get(tabletKey(componentPath, table));
  }

  numbered(id: number): Tablet | undefined {
    return this.byNumber.get(id);
  }

  /** Without those that no document was ever written to. */
  all(): Iterable<Tablet> {
    return [...this.byNumber.values()].filter((tablet) => !this.empty.has(tablet));
  }

  addUnstored(tablet: Tablet): void {
    this.add(tablet);
    this.unstored.add(tablet);
    this.empty.add(tablet);
  }

  isUnstored(tablet: Tablet): boolean {
    return this.unstored.size > 0 && this.unstored.has(tablet);
  }

  noteStored(tablet: Tablet): void {
    this.empty.delete(tablet);
  }

  add(tablet: Tablet): void {
    this.byName.set(tabletKey(tablet.componentPath, tablet.name), tablet);
    this.byNumber.set(tablet.id, tablet);
  }
}

function tabletKey(componentPath: string, table: string): string {
  return `${componentPath}:${table}`;
}
