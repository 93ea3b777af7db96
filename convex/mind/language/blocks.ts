/** Stretches of a text that are read as one: fenced code and tables. */

/** UTF-16 offsets, the end excluded. */
export interface Block {
  readonly start: number;
  readonly end: number;
  /** Of a table that names its columns, in no more than `MOST_NAMES`: the row that does, and where the rows under it begin. */
  readonly columns?: { readonly text: string; readonly rowsAt: number };
}

/** UTF-16 units. A longer row of names would outweigh the rows that it is carried to. */
export const MOST_NAMES = 400;

const ROW = /^\s*\|.*\||^\s*[^|\s][^|]*\|[^|]*\S/u;
const RULE = /^[\s|:+-]*-{2,}[\s|:+-]*$/;

/** Collects the tables of Markdown while a text is read line by line. */
export class BarTables {
  readonly #found: Block[];
  #start = 0;
  #end = 0;
  #rows = 0;
  #names: string | null = null;
  #rowsAt: number | null = null;

  /** What it finds is added to `found`. */
  constructor(found: Block[]) {
    this.#found = found;
  }

  /** Takes in the line from `at` to `next`, `line` without its end: a row, or what ends a table. */
  read(line: string, at: number, next: number): void {
    const isRule = RULE.test(line) && (this.#rows > 0 || ROW.test(line));
    if (!isRule && !ROW.test(line)) {
      this.end();
      return;
    }
    if (this.#rows === 0) {
      this.#start = at;
      this.#names = RULE.test(line) || next - at > MOST_NAMES ? null : line.trim();
    }
    this.#rows += 1;
    if (isRule) this.#rowsAt ??= next;
    this.#end = next;
  }

  /** A table ends here, if one had begun. A rule or three rows make one; a line with a bar in it is a line. */
  end(): void {
    const [text, rowsAt] = [this.#names, this.#rowsAt];
    const range = { start: this.#start, end: this.#end };
    if (rowsAt !== null && text !== null) this.#found.push({ ...range, columns: { text, rowsAt } });
    else if (rowsAt !== null || this.#rows > 2) this.#found.push(range);
    this.#rows = 0;
    this.#rowsAt = null;
  }
}

/** `blocks` and those of `others` that touch none of them; each in order, and so is what is returned. */
export function besides(blocks: readonly Block[], others: readonly Block[]): Block[] {
  const all = [...blocks];
  let i = 0;
  for (const other of others) {
    while ((blocks[i]?.end ?? Infinity) <= other.start) i += 1;
    if ((blocks[i]?.start ?? Infinity) >= other.end) all.push(other);
  }
  return all.sort((a, b) => a.start - b.start);
}
