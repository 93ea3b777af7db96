import fc from "fast-check";
import { expect, it } from "vitest";
import { transitionFrames } from "./chunks";
import { codePoint } from "../../../../test/support/codePoint";

interface Chunk {
  readonly type: string;
  readonly chunk: string;
  readonly partNumber: number;
  readonly totalParts: number;
  readonly transitionId: string;
}

it("does not split a transition that fits into one frame", () => {
  expect(transitionFrames("{}", "t", 2)).toEqual(["{}"]);
});

it("splits a larger one into numbered parts that join to the same text, without splitting a surrogate pair", () => {
  fc.assert(
    fc.property(
      fc.string({ unit: codePoint, minLength: 4, maxLength: 60 }),
      fc.integer({ min: 2, max: 7 }),
      (text, max) => {
        fc.pre(text.length > max);
        const parts = transitionFrames(text, "t1", max).map((frame) => JSON.parse(frame) as Chunk);
        expect(parts.map(({ chunk }) => chunk).join("")).toBe(text);
        expect(parts.map(({ partNumber }) => partNumber)).toEqual(parts.map((_, at) => at));
        for (const { chunk, type, totalParts, transitionId } of parts) {
          expect({ type, totalParts, transitionId }).toEqual({
            type: "TransitionChunk",
            totalParts: parts.length,
            transitionId: "t1",
          });
          expect(chunk.length).toBeLessThanOrEqual(max);
          expect(Buffer.from(chunk).toString()).toBe(chunk);
        }
      },
    ),
  );
});
