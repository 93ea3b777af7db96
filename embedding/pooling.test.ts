import { expect, test } from "vitest";
import { batchesOf, pooled, truncated } from "./pooling";

/** Two texts, of three tokens and of one, padded to three, two numbers a token. Padding is not zero in a real network. */
const states = {
  data: new Float32Array([3, 0, 0, 3, 3, 6, 0, -2, 9, 9, 9, 9]),
  rows: 2,
  length: 3,
  width: 2,
};

test("a mean leaves the padding out and has unit length", () => {
  const [first = [], second = []] = pooled(states, [3, 1], "mean");
  expect(first).toEqual([expect.closeTo(6 / Math.hypot(6, 9)), expect.closeTo(9 / Math.hypot(6, 9))]);
  expect(second).toEqual([0, -1]);
});

test("cls takes the first token alone", () => {
  expect(pooled(states, [3, 1], "cls")).toEqual([
    [1, 0],
    [0, -1],
  ]);
});

test("a vector without direction stays one", () => {
  expect(pooled({ data: new Float32Array(2), rows: 1, length: 1, width: 2 }, [1], "mean")).toEqual([[0, 0]]);
});

test("a text that is too long keeps its first tokens and the closing one", () => {
  expect(truncated([101, 1, 2, 3, 102], 3)).toEqual([101, 1, 102]);
  expect(truncated([101, 1, 102], 3)).toEqual([101, 1, 102]);
  expect(truncated([], 3)).toEqual([]);
});

test("batches hold every text once, texts of like length together, and no more tokens than they may", () => {
  const lengths = [5, 300, 6, 280, 7];
  const batches = batchesOf(lengths, 600);
  expect(batches).toEqual([
    [0, 2, 4],
    [3, 1],
  ]);
  // A text that is too long for any batch is one by itself.
  expect(batchesOf([10, 700], 600)).toEqual([[0], [1]]);
  expect(batchesOf([])).toEqual([]);
});
