/** Replies without a model: what leads, what is only perhaps meant, and how they end. */
import { describe, expect, test } from "vitest";
import { memory, note, passage, situation } from "../../test/mind/situations";
import type { SituationMemory } from "../tick/situation";
import { NO_MODEL, replyByExtraction } from "./reply";

const recalled = (content: string, similarity: number, about: Parameters<typeof memory>[1] = {}) =>
  memory(content, { similarity, recalledBy: [{ event: 1, similarity }], ...about });
const reply = (content: string, memories: SituationMemory[] = [], because = NO_MODEL) => {
  const asked = { ...note(content), source: { kind: "wake", priority: "normal", from: "Ada" } as const };
  const knowledge = memories.length === 0 ? [] : [passage("Ferries", "The ferry has two decks.", 0.4)];
  return replyByExtraction(situation({ events: [asked], memories, knowledge }), 1, because).text.split("\n");
};
const END = "Written without understanding, since no model is configured (LLM_API_KEY).";

describe("a reply without a model", () => {
  test("leads with what was found, says whose it is and when, and ends with the setting, once", () => {
    const lines = reply("When does the ferry sail?", [
      recalled("The ferry sails at nine.", 0.8, { note: { id: "n", from: "Ada" } }),
      recalled("The ferry sails at ten.", 0.78, { note: { id: "m", from: "Ben" } }),
      recalled("The ferry, painted blue, can sail.", 0.65),
    ]);
    expect(lines).toEqual([
      "From your notes of 21 November 2026: “The ferry sails at nine.”",
      "From a note of 21 November 2026: “The ferry sails at ten.”",
      "From a memory of 21 November 2026: “The ferry, painted blue, can sail.”",
      END,
    ]);
  });

  test("shows as perhaps what is similar without most of the question's words, and nothing that has one of them", () => {
    const lines = reply("When does the ferry sail?", [
      recalled("The boat leaves at nine.", 0.82),
      recalled("The ferry has two decks.", 0.7),
    ]);
    expect(lines).toEqual([
      expect.stringMatching(/^Perhaps this, from .*“The boat leaves at nine\.”$/u),
      END,
    ]);
  });

  test("begins with the newest of what has the same words, since a fact may have changed", () => {
    const lines = reply("What does the ferry cost?", [
      recalled("The ferry costs seven euros.", 0.9, { minutesAgo: 60 }),
      recalled("The ferry costs nine euros since Monday.", 0.8, { minutesAgo: 5 }),
    ]);
    expect(lines[0]).toContain("nine euros");
    expect(lines[1]).toContain("seven euros");
  });

  test.each([
    ["Who won the regatta?", /^I found nothing on “Who won the regatta\?”/u],
    ["Wer hat die Regatta gewonnen?", /^I found nothing on “Wer hat/u],
    ["Tell me about the regatta.", /^I found nothing /u],
    ["My dentist is Dr. Okafor.", /^Your note is kept\.$/u],
    ["Good morning, Anima!", /nothing to look up or to keep/u],
  ])("says first that it found nothing, or what became of the note: %s", (content, first) => {
    const lines = reply(content);
    expect(lines[0]).toMatch(first);
    expect(lines.at(-1)).toBe(END);
  });

  test("names no setting where another reason kept the model from answering", () => {
    expect(reply("Who won?", [], "the model gave no answer to it").at(-1)).toBe(
      "Written without understanding, since the model gave no answer to it.",
    );
  });
});
