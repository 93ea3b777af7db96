import { describe, expect, test } from "vitest";
import { expectProportional } from "../../test.growth";
import { delimitedTablesIn, isRowUnder } from "./delimited";

const columnsIn = (text: string) => delimitedTablesIn(text).map(({ columns }) => columns?.text);

describe("a delimited table", () => {
  test.each([
    ["commas", 'Boat,Owner,Length\nIda,Ruth Holm,7\n"Swan, old",Per Lie,9\nTern,,11\n', "Boat,Owner,Length"],
    ["semicolons", "Boot;Länge;Jahr\nIda;7,5;1990\nTern;9,1;1991\nMöwe;4;2003", "Boot;Länge;Jahr"],
    ["tabs", "Berth\tFee\r\nA\t120\r\nB\t90\r\nC\t75\r\n", "Berth\tFee"],
  ])("of %s is told by its names over rows with numbers", (_, text, columns) => {
    expect(columnsIn(text)).toEqual([columns]);
  });

  test("ends with its last row, wherever it stands", () => {
    const table = "Boat,Owner,Length\nIda,Ruth,7\nTern,Per,9\nGull,Ann,11\n";
    const text = `The boats of the club.\n\n${table}\nMore to come, in May, 2027.`;
    const [found] = delimitedTablesIn(text);
    expect(text.slice(found?.start, found?.end)).toBe(table);
    expect(text.slice(found?.columns?.rowsAt).startsWith("Ida,")).toBe(true);
  });

  test.each([
    ["prose", "We came, saw, and left.\nIt rained, poured, and stopped.\nAll was well, quiet, and 3 left.\n"],
    ["a list of names", "Ida,Ruth,Kiel\nTern,Per,Bonn\nGull,Ann,Ulm\nSwan,Ole,Köln\n"],
    ["rows without names", "1,2,3\n4,5,6\n7,8,9\n10,11,12\n"],
    ["two rows", "Boat,Owner,Length\nIda,Ruth,7\nTern,Per,9\n"],
    ["rows of other lengths", "Boat,Owner,Length\nIda,Ruth,7\nTern,9\nGull,11\nSwan,12\n"],
    ["code", "foo(a,b,c)\n\tbar(1,2,3)\n\tbar(2,3,4)\n\tbar(3,4,5)\n"],
  ])("is none: %s", (_, text) => {
    expect(columnsIn(text)).toEqual([]);
  });

  test("has rows of as many values as there are names", () => {
    expect(isRowUnder("Boat,Owner,Length", "Gull,Ann,11")).toBe(true);
    expect(isRowUnder("Boat,Owner,Length", "Gulls, and terns.")).toBe(false);
    expect(isRowUnder("| Boat | Owner |", "Gull,Ann,11")).toBe(false);
  });

  test.each([
    ["rows", `Boat,Owner,Length\n${"Ida,Ruth,7\n".repeat(10_000)}`],
    ["names", "Boat,Owner,Length\n".repeat(7_000)],
    ["commas", ",".repeat(131_072)],
    ["quotation marks", `"a,${'"'.repeat(131_069)}`],
    ["short lines", '",\n'.repeat(43_000)],
  ])("costs in proportion to length: %s", (_, text) => {
    expectProportional((length) => delimitedTablesIn(text.slice(0, length)), text.length);
  });
});
