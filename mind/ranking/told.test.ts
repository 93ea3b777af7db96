import { expect, test } from "vitest";
import { toldFirst } from "./told";

const text = (id: string, similarity: number, isOwn = false, correctedBy?: string) => ({
  id,
  similarity,
  isOwn,
  correctedBy,
  context: 0.01,
});
const ids = (texts: readonly { id: string }[]) => texts.map(({ id }) => id);

test("own sentences stand behind what was told, and are no more similar", () => {
  const sorted = toldFirst([text("thought", 0.94, true), text("answer", 0.8), text("other", 0.3)]);
  expect(ids(sorted)).toEqual(["answer", "other", "thought"]);
  expect(sorted[2]).toMatchObject({ similarity: 0.3, context: 0, isBehind: true });
});

test("own sentences alone keep their order", () => {
  const own = [text("a", 0.9, true), text("b", 0.5, true)];
  expect(toldFirst(own)).toEqual(own);
});

test("the text that was asked for and a correction keep their places", () => {
  const own = [text("same", 1, true), text("correction", 0.9, true), text("told", 0.9, false, "correction")];
  expect(toldFirst(own)).toEqual(own);
});
