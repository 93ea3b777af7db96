/** The lines of a text, and of the rows of its tables what names their values. */
import { delimitedTablesIn, isRowUnder, valuesApart } from "./delimited";

/** A line that says something, without its end. */
export interface NamedLine {
  readonly text: string;
  /** Of a row of a table with names over it: these, as they stand in the text. */
  readonly columns: string;
  /** Of a row of a table: its values, told apart. */
  readonly row: string | null;
}

const BAR_ROW = /^\s*\|.*\|\s*$/u;
const RULE = /^[\s|:+-]*-{2,}[\s|:+-]*$/u;

/** The lines of `text` but for blank ones, rules, and the names over rows. `columns`: the names over the rows that it begins with, "" where it begins with none. */
export function namedLinesOf(text: string, columns = ""): NamedLine[] {
  const lines = text.split(/\n+/u).filter((line) => line.trim() !== "");
  const named = new Set(delimitedTablesIn(text).flatMap((table) => table.columns?.text ?? []));
  const found: NamedLine[] = [];
  let names = columns;
  for (const [i, line] of lines.entries()) {
    if (RULE.test(line)) continue;
    const isBarRow = BAR_ROW.test(line);
    if (named.has(line.trim()) || (isBarRow && RULE.test(lines[i + 1] ?? ""))) {
      names = line.trim();
      continue;
    }
    if (isBarRow) found.push({ text: line.trim(), columns: names, row: line.trim() });
    else if (names !== "" && isRowUnder(names, line.trim()))
      found.push({ text: line.trim(), columns: names, row: valuesApart(line.trim()) });
    else {
      names = "";
      found.push({ text: line, columns: "", row: null });
    }
  }
  return found;
}
