import { describe, expect, test } from "vitest";
import { commandWords, contextEntries, readCopy, readStages } from "./dockerfile";

describe("a Dockerfile", () => {
  test("is read as stages, with continued lines and without comments", () => {
    const stages = readStages(
      "# first\nFROM node AS build\nRUN one \\\n  # between\n  && two\n\nFROM node\nCOPY --from=build /a ./b\n",
    );
    expect(stages).toEqual([
      { name: "build", instructions: [{ name: "RUN", rest: "one && two" }] },
      { name: "1", instructions: [{ name: "COPY", rest: "--from=build /a ./b" }] },
    ]);
  });

  test("must begin with FROM", () => {
    expect(() => readStages("RUN one\n")).toThrow("RUN one: the first instruction must be FROM");
  });

  test("has commands for a shell and as lists", () => {
    expect(commandWords("a && b")).toEqual(["/bin/sh", "-c", "a && b"]);
    expect(commandWords('["a", "b c"]')).toEqual(["a", "b c"]);
    expect(() => commandWords("[1]")).toThrow("must be a list of texts");
  });

  test("copies with no option but the stage", () => {
    expect(readCopy("a b ./")).toEqual({ from: null, sources: ["a", "b"], target: "./" });
    expect(readCopy("--from=x /a /b")).toEqual({ from: "x", sources: ["/a"], target: "/b" });
    expect(() => readCopy("--chown=1 a b")).toThrow("not understood");
  });
});

describe("a .dockerignore", () => {
  test("names what goes to the build", () => {
    expect(contextEntries("# all\n*\n!bin\n!.npmrc\n")).toEqual(["bin", ".npmrc"]);
  });

  test("that does not exclude everything first is refused, because secrets could get into an image", () => {
    expect(() => contextEntries(".env*\n")).toThrow("must begin with *");
  });
});
