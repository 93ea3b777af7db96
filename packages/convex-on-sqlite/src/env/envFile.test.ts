import * as fc from "fast-check";
import {
  chmodSync,
  lstatSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { addToEnvFile, readEnvFile } from "./envFile";

let folder: string;
let file: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "anima-env-"));
  file = join(folder, ".env.local");
});
afterEach(() => rmSync(folder, { recursive: true }));

const mode = (path: string): number => statSync(path).mode & 0o777;

describe("reading", () => {
  test("a missing file sets nothing", () => {
    expect(readEnvFile(file)).toEqual({});
  });

  test("supports dotenv syntax: comments, quotes, export, Windows line ends and a byte order mark", () => {
    writeFileSync(file, '\uFEFFA=1\r\n# B=2\nC="x # y"\nexport D=4 # four\nE=a=b\n');
    expect(readEnvFile(file)).toEqual({ A: "1", C: "x # y", D: "4", E: "a=b" });
  });

  test.each([
    ["UTF-16, as PowerShell's `>` writes it", Buffer.from("\uFEFFA=1\r\n", "utf16le")],
    ["UTF-16 without a mark", Buffer.from("A=1\n", "utf16le")],
    ["Latin-1", Buffer.from("A=Zo\u00eb\n", "latin1")],
  ])("rejects other encodings than UTF-8, without changing the file: %s", (_, bytes) => {
    writeFileSync(file, bytes);
    expect(() => readEnvFile(file)).toThrow("save it as UTF-8");
    expect(() => addToEnvFile(file, { B: "b" }, "why")).toThrow("save it as UTF-8");
    expect(readFileSync(file)).toEqual(bytes);
  });

  test("an empty variable counts as unset", () => {
    writeFileSync(file, 'A=\nB="  "\nC=c\n');
    expect(readEnvFile(file)).toEqual({ C: "c" });
  });
});

describe("adding", () => {
  test("creates a private file", () => {
    expect(addToEnvFile(file, { A: "a" }, "why")).toEqual({ added: ["A"], madePrivate: false });
    expect(readFileSync(file, "utf8")).toBe("# why\nA=a\n");
    expect(mode(file)).toBe(0o600);
  });

  test("keeps the file's contents and makes it private", () => {
    writeFileSync(file, "# mine\nB='b'");
    chmodSync(file, 0o644);
    expect(addToEnvFile(file, { A: "a" }, "why")).toEqual({ added: ["A"], madePrivate: true });
    expect(readFileSync(file, "utf8")).toBe("# mine\nB='b'\n# why\nA=a\n");
    expect(mode(file)).toBe(0o600);
  });

  test("never overrides what the file sets", () => {
    writeFileSync(file, "A=mine\n");
    expect(addToEnvFile(file, { A: "a", B: "b" }, "why").added).toEqual(["B"]);
    expect(readEnvFile(file)).toEqual({ A: "mine", B: "b" });
  });

  test("fills in a variable that the file leaves empty", () => {
    writeFileSync(file, "A=\n");
    addToEnvFile(file, { A: "a" }, "why");
    expect(readEnvFile(file)).toEqual({ A: "a" });
  });

  test("completes the addition of a crashed process", () => {
    writeFileSync(`${file}.adding`, JSON.stringify({ A: "theirs" }));
    addToEnvFile(file, { A: "ours" }, "why");
    expect(readEnvFile(file)).toEqual({ A: "theirs" });
  });

  test("leaves no other files behind", () => {
    addToEnvFile(file, { A: "a" }, "why");
    addToEnvFile(file, { A: "b" }, "why");
    expect(readdirSync(folder)).toEqual([".env.local"]);
  });

  test("writes through a symbolic link", () => {
    const target = join(folder, "elsewhere");
    writeFileSync(target, "B=b\n");
    symlinkSync(target, file);
    addToEnvFile(file, { A: "a" }, "why");
    expect(lstatSync(file).isSymbolicLink()).toBe(true);
    expect(readEnvFile(target)).toEqual({ A: "a", B: "b" });
  });

  test("never changes existing variables", () => {
    const line = fc.constantFrom("A=1", "# note", "", "B='two words'", "C=", "export D=4", "E=x # y");
    fc.assert(
      fc.property(fc.array(line), fc.boolean(), (lines, ended) => {
        rmSync(file, { force: true });
        writeFileSync(file, lines.join("\n") + (ended ? "\n" : ""));
        const before = readEnvFile(file);
        addToEnvFile(file, { A: "a", C: "c", Z: "z" }, "why");
        expect(readEnvFile(file)).toEqual({ A: "a", C: "c", Z: "z", ...before });
      }),
      { numRuns: 50 },
    );
  });
});
