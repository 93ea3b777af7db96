/**
 * The filter values of a vector index, one column per filter field. A column maps each distinct value to a small
 * integer, so a filtered search compares integers and not 16-byte hashes.
 */
import { FILTER_HASH_BYTES } from "./filterHash";
import type { FilterCondition } from "./vectorQuery";

const INITIAL_ROWS = 1_024;

interface Column {
  /** The code of each row's value. Longer than the number of rows. */
  codes: Uint32Array;
  /** By hash. A code stays assigned after its last row is gone. */
  readonly codeOf: Map<string, number>;
}

export class RowFilters {
  private readonly columns: readonly Column[];

  constructor(fields: number) {
    this.columns = Array.from({ length: fields }, () => ({
      codes: new Uint32Array(INITIAL_ROWS),
      codeOf: new Map(),
    }));
  }

  /** Sets a row's values. `hashes` concatenates one hash per field, in the order of the fields. */
  set(row: number, hashes: Uint8Array): void {
    for (const [field, column] of this.columns.entries()) {
      const hash = hashes.subarray(field * FILTER_HASH_BYTES, (field + 1) * FILTER_HASH_BYTES);
      if (row >= column.codes.length) column.codes = doubled(column.codes);
      column.codes[row] = codeFor(column, keyOf(hash));
    }
  }

  /** Copies one row over another. */
  copy(from: number, to: number): void {
    for (const { codes } of this.columns) codes.copyWithin(to, from, from + 1);
  }

  /** A predicate for rows that meet at least one of the conditions. Valid until the next change of a row. */
  matcher(conditions: readonly FilterCondition[]): (row: number) => boolean {
    const tests = this.columns.flatMap(({ codes, codeOf }, field) => {
      const accepted = new Uint8Array(codeOf.size);
      const ofField = conditions.filter((condition) => condition.field === field);
      const found = ofField.flatMap(({ hash }) => codeOf.get(keyOf(hash)) ?? []);
      for (const code of found) accepted[code] = 1;
      return found.length === 0 ? [] : [{ codes, accepted }];
    });
    return (row) => {
      for (const { codes, accepted } of tests) if (accepted[codes[row] ?? 0] === 1) return true;
      return false;
    };
  }
}

function keyOf(hash: Uint8Array): string {
  return Buffer.from(hash.buffer, hash.byteOffset, hash.byteLength).toString("latin1");
}

function codeFor({ codeOf }: Column, key: string): number {
  const known = codeOf.get(key);
  if (known !== undefined) return known;
  codeOf.set(key, codeOf.size);
  return codeOf.size - 1;
}

function doubled(codes: Uint32Array): Uint32Array {
  const larger = new Uint32Array(2 * codes.length);
  larger.set(codes);
  return larger;
}
