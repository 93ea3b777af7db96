import { expect, test } from "vitest";
import { quietRuns } from "./quietRuns";

const read = (entries: readonly (readonly [name: string, since?: number])[]) =>
  quietRuns(entries, ([, since]) => since).map((run) =>
    run.kind === "entry" ? run.entry[0] : `${run.entries.map(([name]) => name).join("")} since ${run.since}`,
  );

test("entries of one silence are one line, and others stay as they are", () => {
  expect(read([["a"], ["b", 3], ["c", 3], ["d", 3], ["e"], ["f", 1], ["g", 1]])).toEqual([
    ...["a", "bcd since 3", "e", "fg since 1"],
  ]);
});

test("a single quiet entry stays as it is, and two silences are two lines", () => {
  expect(read([["a", 5], ["b"], ["c", 3], ["d", 3], ["e", 2], ["f", 2]])).toEqual([
    ...["a", "b", "cd since 3", "ef since 2"],
  ]);
  expect(read([])).toEqual([]);
});
