import { describe, expect, test } from "vitest";
import { tellsOfTurn } from "./turns";

describe("a decision or a turn", () => {
  test.each([
    "The council decided to build a new library.",
    "Tomas quit his job at the mill.",
    "Mara has left the choir.",
    "Ada and Ben got married in June.",
    "The mayor's decision came late.",
    "She moved to Lisbon. Is that far?",
    "I promise to write each week.",
  ])("is told by: %s", (text) => expect(tellsOfTurn(text)).toBe(true));

  test.each([
    ["an instruction", "To light the lamp, turn the key first and strike the match last."],
    ["an instruction to choose", "To sign in, choose a name and finally move the cursor down."],
    ["what was not found", "Doctors find no sign of cancer."],
    ["what was denied", "The council has not decided anything."],
    ["what is asked", "Who decided that?"],
    ["what may come", "Tomas might quit if the rent goes up."],
    ["a side", "The door on the left leads to the cellar."],
    ["a state", "The first pier is never open at last."],
  ])("is not %s", (_, text) => expect(tellsOfTurn(text)).toBe(false));
});
