/**
 * Filter columns of a vector index: for each filter field a column of integers, one integer per distinct value. Filtering
 * then reads one column instead of a hash in each row.
 */
import { FILTER_HASH_BYTES } from "./filterHash";
import type { FilterCondition } from "./vectorQuery";

const FIRST_ROWS = 1_024;

interface Column {
  /** By row; may be longer than the number of rows. */
  numbers: Uint32Array;
  /** By hash. Values that no row has any more keep their number. */
  readonly numberOf: Map<string, number>;
}

export class RowFilters {
  private readonly columns: readonly Column[];

  constructor(fields: number) {
    this.columns = Array.from({ length: fields }, () => ({
      numbers: new Uint32Array(FIRST_ROWS),
      numberOf: new Map(),
    }));
  }

  /** Sets a row's hashes, which are concatenated in the order of the fields. */
  set(row: number, hashes: Uint8Array): void {
    for (const [field, column] of this.columns.entries()) {
      const hash = hashes.subarray(field * FILTER_HASH_BYTES, (field + 1) * FILTER_HASH_BYTES);
      if (row >= column.numbers.length) column.numbers = doubled(column.numbers);
      column.numbers[row] = numberFor(column, keyOf(hash));
    }
  }

  /** Copies a row over another. */
  move(from: number, to: number): void {
    for (const { numbers } of this.columns) numbers.copyWithin(to, from, from + 1);
  }

  /** Returns a predicate for rows that meet one of the conditions; valid until a row changes. */
  predicate(conditions: readonly FilterCondition[]): (row: number) => boolean {
    const filtered = this.columns.flatMap(({ numbers, numberOf }, field) => {
      const accepted = new Uint8Array(numberOf.size);
      const ofField = conditions.filter((condition) => condition.field === field);
      const found = ofField.flatMap(({ hash }) => numberOf.get(keyOf(hash)) ?? []);
      for (const number of found) accepted[number] = 1;
      return found.length === 0 ? [] : [{ numbers, accepted }];
    });
    return (row) => {
      for (const { numbers, accepted } of filtered) if (accepted[numbers[row] ?? 0] === 1) return true;
      return false;
    };
  }
}

function keyOf(hash: Uint8Array): string {
  return Buffer.from(hash.buffer, hash.byteOffset, hash.byteLength).toString("latin1");
}

function numberFor({ numberOf }: Column, key: string): number {
  const known = numberOf.get(key);
  if (known !== undefined) return known;
  numberOf.set(key, numberOf.size);
  return numberOf.size - 1;
}

function doubled(numbers: Uint32Array): Uint32Array {
  const wide = new Uint32Array(2 * numbers.length);
  wide.set(numbers);
  return wide;
}
