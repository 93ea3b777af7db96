import { describe, expect, test } from "vitest";
import { isGrave, tellsOfHarm } from "./grave";

describe("harm", () => {
  test.each([
    "A fire broke out at the fire station.",
    "The emergency exit was blocked when the fire began.",
    "Two divers are missing.",
    "A girl is missing since Tuesday.",
    "A guard was shot at the gate.",
    "The attack on the depot killed a guard.",
    "She had a stroke.",
    "They robbed the kiosk.",
    "The power outage goes on.",
  ])("is told by %j", (text) => {
    expect([tellsOfHarm(text), isGrave(text)]).toEqual([true, true]);
  });

  test.each([
    "The fire door on the left is blue.",
    "The attack surface page is in the handbook.",
    "The missing comma was added.",
    "The form is missing a column.",
    "Our thread was killed by the scheduler.",
    "The radio died.",
    "The bomb squad trains on Wednesdays.",
    "Rob's desk is by the window.",
  ])("is none of %j", (text) => {
    expect([tellsOfHarm(text), isGrave(text)]).toEqual([false, false]);
  });

  test("is no less where it is denied, but told of no more", () => {
    expect(tellsOfHarm("Nobody was killed in the fire.")).toBe(false);
    expect(isGrave("Nobody was killed in the fire.")).toBe(true);
  });
});

describe("another language", () => {
  test.each(["Die Fähre ist voll.", "Le pain est sur la table.", "Die Katze schläft.", "Il cane è grave."])(
    "is not read as English: %s",
    (text) => {
      expect([tellsOfHarm(text), isGrave(text)]).toEqual([false, false]);
    },
  );
});
