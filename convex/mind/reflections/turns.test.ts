import { describe, expect, test } from "vitest";
import { tellsOfTurn } from "./turns";

describe("a decision or a turn", () => {
  test.each([
    "The council decided to build a new library.",
    "Tomas quit his job at the mill.",
    "Mara has left the choir.",
    "Ben left the company in May.",
    "She left her husband at the age of 50.",
    "Ana left Berlin.",
    "He left his wife with two children.",
    "Ada and Ben got married in June.",
    "The mayor's decision came late.",
    "She moved to Lisbon. Is that far?",
    "I promise to write each week.",
    "We finally moved to Oslo.",
    "My best friend Sigrid moved to Copenhagen two years ago.",
    "I quit the choir because of the night shifts.",
    "I started my new job as a nurse in March.",
    "I stopped smoking in May.",
    "We bought a used Volvo for 140,000 kroner.",
    "Pål lost his job at the shipyard in January.",
    "Ada was promoted to head of the ward.",
    "The council cancelled the festival.",
    "I gave up the violin.",
  ])("is told by: %s", (text) => expect(tellsOfTurn(text)).toBe(true));

  test.each([
    ["an instruction", "To light the lamp, turn the key first and strike the match last."],
    ["an instruction to choose", "To sign in, choose a name and finally move the cursor down."],
    ["what was not found", "Doctors find no sign of cancer."],
    ["what was denied", "The council has not decided anything."],
    ["what is asked", "Who decided that?"],
    ["what may come", "Tomas might quit if the rent goes up."],
    ["what was done to a thing", "The choir rehearsal was cancelled because the conductor had a cold."],
    ["what was put off", "The retrospective was postponed because Anita was ill."],
    ["what a thing does", "The train left at nine."],
    ["where a thing was moved to", "The stand-up moved to 10:15 because of Dario."],
    ["a feeling", "I feel left out since Tobias and Mei are together."],
    ["a beginning of nothing", "I started crying at the bus stop."],
    ["the beginning of an hour", "The meeting started at nine."],
    ["a small loss", "Liv lost her first tooth on Tuesday."],
    ["everyday's shopping", "I bought two loaves of bread."],
    ["what remains", "1,200 euros in sales, 9 rolls left over."],
    ["what remains of a count", "Nine guests left over; two hours left."],
    ["a thing that was left somewhere", "I left my scarf on the bus to Holm."],
    ["how a thing was left", "Ruth left the stove on, and Omar left the gate open."],
    ["what is left for others", "The postman left a note."],
    ["a side", "The door on the left leads to the cellar."],
    ["a state", "The first pier is never open at last."],
  ])("is not %s", (_, text) => expect(tellsOfTurn(text)).toBe(false));
});
