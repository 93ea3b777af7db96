import { describe, expect, test } from "vitest";
import { recitesPersona, repeatsNote } from "./confidences";
import { feed, note, situation } from "../../test/mind/situations";

const from = (name: string, text: string) => ({
  ...note(text),
  source: { kind: "wake" as const, priority: "normal" as const, from: name },
});
const CODE = "My locker code is 4711-BLUE, keep it to yourself.";
const shown = situation({ events: [from("Ada", "When does the ferry sail?"), from("Ben", CODE)] });

describe("a confidence", () => {
  test("is the persona word for word, but not a paraphrase", () => {
    const persona = "A keeper of the northern lighthouse, who speaks in short sentences.";
    expect(recitesPersona(`I am: ${persona.toUpperCase()}`, { persona })).toBe(true);
    expect(recitesPersona("I keep a lighthouse, and speak in short sentences.", { persona })).toBe(false);
  });

  test("is a note, repeated to anybody but its sender", () => {
    const told = `Ben said: my locker code is 4711 blue, keep it to yourself!`;
    expect([1, 2, null].map((reader) => repeatsNote(told, reader, shown))).toEqual([true, false, true]);
    expect(repeatsNote("Ben has a locker.", 1, shown)).toBe(false);
  });

  test("is no text that also came in as a feed event", () => {
    expect(repeatsNote(CODE, 1, { ...shown, events: [...shown.events, feed(`It is said: ${CODE}`)] })).toBe(
      false,
    );
  });
});
