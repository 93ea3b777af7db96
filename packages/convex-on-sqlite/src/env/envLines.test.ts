import * as fc from "fast-check";
import { parseEnv } from "node:util";
import { expect, test } from "vitest";
import { ineffectiveLines } from "./envLines";

const known = (name: string): boolean => ["A", "B"].includes(name);
const ineffective = (text: string): string[] => ineffectiveLines(text, known);

test("accepts known variables, comments and blank lines", () => {
  expect(ineffective("A=1\r\n\n  # C=1\n export B = 'x # y'\nA=\n")).toEqual([]);
  expect(ineffective("")).toEqual([]);
});

test("reports an unknown variable by name, or only by line if the name may be a key", () => {
  expect(ineffective("A=1\nAUTONMY=off")).toEqual(["line 2 sets the unknown variable AUTONMY"]);
  expect(ineffective("sk-0123=x\nAKIA5EXAMPLE=")).toEqual([
    "line 1 sets an unknown variable",
    "line 2 sets an unknown variable",
  ]);
});

test("reports malformed lines by number only", () => {
  expect(ineffective("A: secret\nsecret\nB=1\nA B=2")).toEqual([
    "line 1 is not NAME=value",
    "line 2 is not NAME=value",
    "line 4 is not NAME=value",
  ]);
});

test("treats closed quotes over several lines as one value", () => {
  expect(ineffective('A="one\nsecret\n# two" \nB=`x\ny`\nC=1')).toEqual([
    "line 6 sets the unknown variable C",
  ]);
  expect(ineffective('A="open\nC=1')).toEqual(["line 2 sets the unknown variable C"]);
});

test("finds the same names as the file's parser", () => {
  const value = fc.stringMatching(/^(?:[a-z]{0,4}|"[a-z \n#=]{0,6}"|'[a-z\n=]{0,6}')$/);
  const entry = fc.tuple(fc.stringMatching(/^[C-Z]{1,3}$/), value);
  fc.assert(
    fc.property(fc.uniqueArray(entry, { selector: ([name]) => name, maxLength: 6 }), (entries) => {
      const text = entries.map(([name, value]) => `${name}=${value}\n`).join("");
      const reported = ineffective(text).map((line) => /variable (\w+)$/.exec(line)?.[1]);
      expect(reported.sort()).toEqual(Object.keys(parseEnv(text)).sort());
    }),
  );
});
