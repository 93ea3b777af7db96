import * as fc from "fast-check";
import { chmodSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseEnv } from "node:util";
import { describe, expect, onTestFinished, test } from "vitest";
import { withVariables } from "./envChange";
import { changeEnvFile } from "./envFile";

const WHY = "By anima setup.";
const change = (text: string, changes: Record<string, string>): string => withVariables(text, changes, WHY);

/** Node takes a comment after an empty value for a variable: its name is none. */
const namedIn = (text: string) =>
  Object.fromEntries(Object.entries(parseEnv(text)).filter(([name]) => /^\w+$/.test(name)));

describe("a settings file's text", () => {
  test("keeps every other line and its comments", () => {
    const text = "# mine\nA=1\n\n  export B='two' # why\n#A=0\nC=3\n";
    expect(change(text, { A: "one", B: "2" })).toBe("# mine\nA=one\n\n  export B=2\n#A=0\nC=3\n");
  });

  test("gets what it does not set at its end", () => {
    expect(change("A=1", { B: "2", C: "3" })).toBe(`A=1\n# ${WHY}\nB=2\nC=3\n`);
    expect(change("", { B: "2" })).toBe(`# ${WHY}\nB=2\n`);
  });

  test("has the last of several settings replaced, which is the one that counts", () => {
    expect(change("A=1\nA=2\n", { A: "3" })).toBe("A=1\nA=3\n");
  });

  test("has all lines of a quoted value replaced", () => {
    expect(change('A="one\nB=two"\nC=3\n', { A: "1" })).toBe("A=1\nC=3\n");
  });

  test("does not change where everything is as it should be", () => {
    expect(change("A = '1'\n", { A: "1" })).toBe("A = '1'\n");
  });

  test("refuses a value that can't be read back", () => {
    expect(() => change("", { A: "a\nb" })).toThrow("A has characters");
  });

  test("reads back with the changes, and with everything else as before", () => {
    const line = fc.constantFrom(
      "A=1",
      "# A=9",
      "",
      "B='two words'",
      "C=",
      "export D=4",
      "E=x # y",
      'F="a\nb"',
    );
    const value = fc
      .stringMatching(/^[\w#'" :/.-]{0,12}$/)
      .filter((text) => text.trim() === text && text !== "");
    fc.assert(
      fc.property(fc.array(line), value, fc.boolean(), (lines, value, ended) => {
        const text = lines.join("\n") + (ended ? "\n" : "");
        const changes = { A: value, F: "f", Z: value };
        expect(namedIn(change(text, changes))).toEqual({ ...namedIn(text), ...changes });
      }),
      { numRuns: 200 },
    );
  });
});

test("a changed file is private, whole, and alone in its folder", () => {
  const folder = mkdtempSync(join(tmpdir(), "anima-env-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const file = join(folder, ".env.local");
  writeFileSync(file, "# mine\nA=1\n");
  chmodSync(file, 0o644);
  changeEnvFile(file, { A: "2", B: "3" }, WHY);
  expect(readFileSync(file, "utf8")).toBe(`# mine\nA=2\n# ${WHY}\nB=3\n`);
  expect(statSync(file).mode & 0o777).toBe(0o600);
  expect(readdirSync(folder)).toEqual([".env.local"]);
});
