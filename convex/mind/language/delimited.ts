/** Tables as programs write them, a row a line and a mark between the values: recognised only where they plainly are some. */

import { MOST_NAMES, type Block } from "./blocks";

/** Prose has commas too, but no space is missing after each of them. */
const MARKS: readonly { readonly mark: string; readonly least: number; readonly is: RegExp }[] = [
  { mark: "\t", least: 1, is: /^/ },
  { mark: ";", least: 2, is: /^\S/u },
  { mark: ",", least: 2, is: /^\S/u },
];
/** So many rows of one form below the names are no chance. */
const LEAST_ROWS = 3;
/** A longer line is text. */
const MOST_LINE = 2000;
const MOST_COLUMNS = 64;
const NAME_LENGTH = 60;

/** A table while it is read. */
interface Begun {
  readonly start: number;
  readonly header: string;
  readonly rowsAt: number;
  readonly mark: (typeof MARKS)[number];
  readonly columns: number;
  rows: number;
  end: number;
  /** The columns that hold a number in every row so far. */
  counted: number[];
}

/**
 * The tables of `text`, in order: lines of equally many values under a row of names, where one column at least holds a
 * number in each row and none in the first. Linear in the text's length.
 */
export function delimitedTablesIn(text: string): Block[] {
  const tables: Block[] = [];
  let begun: Begun | null = null;
  let at = 0;
  while (at < text.length) {
    const stop = text.indexOf("\n", at);
    const next = stop < 0 ? text.length : stop + 1;
    const line = next - at > MOST_LINE ? "" : text.slice(at, next).replace(/\r?\n$/u, "");
    if (begun === null || !continues(begun, line, next)) {
      if (begun !== null && isTable(begun)) tables.push(tableOf(begun));
      begun = begin(line, at, next);
    }
    at = next;
  }
  if (begun !== null && isTable(begun)) tables.push(tableOf(begun));
  return tables;
}

/** Whether `line` has as many values as `columns`, which is the first row of a delimited table. */
export function isRowUnder(columns: string, line: string): boolean {
  const mark = MARKS.find((one) => namesIn(columns, one) !== null);
  return mark !== undefined && valuesIn(line, mark)?.length === valuesIn(columns, mark)?.length;
}

/** A row with its values apart: "2207,4.75" is two numbers, and would be read as one. */
export function valuesApart(row: string): string {
  return row.replace(/[,;\t](?=\S)/gu, (mark) => `${mark} `);
}

function begin(line: string, start: number, rowsAt: number): Begun | null {
  for (const mark of MARKS) {
    const names = namesIn(line, mark);
    if (names === null) continue;
    const counted = names.map((_, i) => i);
    return { start, header: line, rowsAt, mark, columns: names.length, rows: 0, end: rowsAt, counted };
  }
  return null;
}

function continues(begun: Begun, line: string, end: number): boolean {
  const values = valuesIn(line, begun.mark);
  if (values?.length !== begun.columns) return false;
  const counted = begun.counted.filter((i) => /\p{N}/u.test(values[i] ?? ""));
  // Where no column holds numbers throughout, the names can't be told from a row.
  if (counted.length === 0) return false;
  begun.rows += 1;
  begun.end = end;
  begun.counted = counted;
  return true;
}

function isTable({ rows }: Begun): boolean {
  return rows >= LEAST_ROWS;
}

function tableOf({ start, end, header, rowsAt }: Begun): Block {
  return { start, end, columns: { text: header.trim(), rowsAt } };
}

/** The names of columns in a first row: each said, short, without a number, and no two alike; null where it is no such row. */
function namesIn(line: string, mark: (typeof MARKS)[number]): string[] | null {
  const names = valuesIn(line, mark);
  return names !== null &&
    line.length <= MOST_NAMES &&
    new Set(names).size === names.length &&
    names.every(isName)
    ? names
    : null;
}

/** "Price (EUR)", and not "sum(a" nor "b)" of a call in code. */
function isName(text: string): boolean {
  const isClosed = text.split("(").length === text.split(")").length;
  return /\p{L}/u.test(text) && !/\p{N}/u.test(text) && text.length <= NAME_LENGTH && isClosed;
}

/** The values of a row; null where it is none. What stands between quotation marks is one value. */
function valuesIn(line: string, { mark, least, is }: (typeof MARKS)[number]): string[] | null {
  const parts = line.replace(/"[^"]*"/gu, (quoted) => quoted.replaceAll(mark, " ")).split(mark);
  if (parts.length <= least || parts.length > MOST_COLUMNS) return null;
  return parts.slice(1).every((part) => part === "" || is.test(part))
    ? parts.map((part) => part.trim())
    : null;
}
