import * as fc from "fast-check";
import { parseEnv } from "node:util";
import { expect, test } from "vitest";
import { ineffectiveLines } from "./env-lines";

const known = (name: string): boolean => ["A", "B"].includes(name);
const ineffective = (text: string): string[] => ineffectiveLines(text, known);

test("lines that set something known, comments and blank lines are no slips", () => {
  expect(ineffective("A=1\r\n\n  # C=1\n export B = 'x # y'\nA=\n")).toEqual([]);
  expect(ineffective("")).toEqual([]);
});

test("a name that is not known is told, one that may be a key by its line alone", () => {
  expect(ineffective("A=1\nAUTONMY=off")).toEqual(["line 2 sets AUTONMY that is not known"]);
  expect(ineffective("sk-0123=x\nAKIA5EXAMPLE=")).toEqual([
    "line 1 sets a name that is not known",
    "line 2 sets a name that is not known",
  ]);
});

test("what is no setting is told by its line, and nothing of it", () => {
  expect(ineffective("A: secret\nsecret\nB=1\nA B=2")).toEqual([
    "line 1 is no NAME=value",
    "line 2 is no NAME=value",
    "line 4 is no NAME=value",
  ]);
});

test("what stands in quotes over several lines is one value, where they are closed", () => {
  expect(ineffective('A="one\nsecret\n# two" \nB=`x\ny`\nC=1')).toEqual(["line 6 sets C that is not known"]);
  expect(ineffective('A="open\nC=1')).toEqual(["line 2 sets C that is not known"]);
});

test("names are those that the file's reader finds", () => {
  const value = fc.stringMatching(/^(?:[a-z]{0,4}|"[a-z \n#=]{0,6}"|'[a-z\n=]{0,6}')$/);
  const entry = fc.tuple(fc.stringMatching(/^[C-Z]{1,3}$/), value);
  fc.assert(
    fc.property(fc.uniqueArray(entry, { selector: ([name]) => name, maxLength: 6 }), (entries) => {
      const text = entries.map(([name, value]) => `${name}=${value}\n`).join("");
      const told = ineffective(text).map((line) => /sets (\w+) /.exec(line)?.[1]);
      expect(told.sort()).toEqual(Object.keys(parseEnv(text)).sort());
    }),
  );
});
