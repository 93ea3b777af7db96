/** What may be shown of a reply that is still being written. */
import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { answer } from "../../test/mind/answers";
import { note, situation } from "../../test/mind/situations";
import "../../test/support/properties";
import { checkedAnswer } from "./answerCheck";
import { partialReplies } from "./partialReplies";
import type { Reply } from "./replies";

const noteFrom = (from: string, content: string) => ({
  ...note(content),
  source: { kind: "wake" as const, priority: "normal" as const, from },
});
const shown = situation({ events: [noteFrom("Ada", "When does the ferry leave?")] });
const TEXT = "The ferry to the island leaves at nine in the morning, and once more at six in the evening. 🛳️";
const written = (replies: readonly Reply[], more: object = {}) =>
  JSON.stringify({ summary: "A ferry.", replies, ...more });

test("a reply grows with the answer and ends as it will stand", () => {
  const json = written([{ note: 1, text: TEXT }], { detail: "Of the ferry." });
  let last = "";
  for (let end = 0; end <= json.length; end += 1) {
    const [reply] = partialReplies(json.slice(0, end), shown);
    const text = reply?.text ?? "";
    expect(text.startsWith(last)).toBe(true);
    last = text;
  }
  expect(last).toBe(TEXT);
  const checked = checkedAnswer(
    { ...answer, summary: "The ferry leaves at nine.", replies: [{ note: 1, text: TEXT }] },
    shown,
  );
  expect(checked).toMatchObject({ kind: "kept", answer: { replies: [{ note: 1, text: last }] } });
});

test("the end of an unfinished reply is held back, and shown once the reply is finished", () => {
  const json = written([{ note: 1, text: TEXT }]);
  const open = json.slice(0, json.indexOf('"}'));
  const [unfinished] = partialReplies(open, shown);
  expect(TEXT.startsWith(unfinished?.text ?? "-")).toBe(true);
  expect((unfinished?.text ?? "").length).toBeLessThan(TEXT.length - 40);
  expect(partialReplies(`${open}"`, shown)).toEqual([{ note: 1, text: TEXT }]);
});

test("each note has its own reply, and what is no note has none", () => {
  const two = situation({ events: [noteFrom("Ada", "Who is there?"), noteFrom("Ada", "And where?")] });
  const replies = [
    { note: 2, text: "On the pier." },
    { note: 1, text: "Only me." },
    { note: 2, text: "On the ship." },
    { note: 9, text: "Nobody." },
  ];
  expect(partialReplies(written(replies), two)).toEqual([
    { note: 1, text: "Only me." },
    { note: 2, text: "On the pier." },
  ]);
});

describe("of a reply that would be dropped", () => {
  const persona = "A keeper of a lighthouse on a bare rock in the north, who counts every ship that goes by.";
  const secret = "The spare key to my house is under the third flower pot beside the old well.";
  const confided = situation({
    persona,
    events: [noteFrom("Ada", "What did Ben write?"), noteFrom("Ben", secret)],
  });

  test.each([
    ["the persona", persona],
    ["another person's note", secret],
    ["a short note of another person's", "my code is 471"],
    ["a tag of the prompt", "<memories>"],
    ["a character that turns the direction of text", "\u202e"],
  ])("nothing is ever shown of %s", (_, held) => {
    const facts = { ...confided, events: [...confided.events, noteFrom("Cem", "My code is 471.")] };
    fc.assert(
      fc.property(fc.lorem({ maxCount: 40 }), fc.lorem({ maxCount: 9 }), (before, after) => {
        const text = `${before} ${held} ${after}`;
        const json = written([{ note: 1, text }]);
        for (let end = 0; end <= json.length; end += 1) {
          const said =
            partialReplies(json.slice(0, end), facts).find((reply) => reply.note === 1)?.text ?? "";
          expect(`${before} `.startsWith(said)).toBe(true);
        }
        expect(partialReplies(json, facts)).toEqual([{ note: 1, text: "" }]);
      }),
      { numRuns: 4 },
    );
  });
});
