import { describe, expect, test } from "vitest";
import { aboutOf } from "../statements/bearing";
import { holdsWanted, wantedBy } from "./wanted";

describe("what a question wants", () => {
  test.each([
    ["How long does the crossing take?", "Two hours.", "It is foggy."],
    ["How many bells are there?", "There are seven.", "There are bells."],
    ["How much is a ticket?", "It is 9 euros.", "It is cheap."],
    ["What do adults pay?", "Adults give 9 euros.", "Adults give a lot."],
    ["When does the mill open?", "On Tuesdays.", "The mill opens."],
    ["What time does it open?", "At 9.", "Early."],
    ["Which day is the fair?", "On 3 June.", "On the green."],
    ["What does Anna do?", "Anna teaches chemistry.", "Anna is tall."],
  ])("%j: %j holds it, %j doesn't", (question, answer, other) => {
    const holds = wantedBy(question);
    expect([holds?.(answer), holds?.(other)]).toEqual([true, false]);
  });

  test("is not told by every question", () => {
    expect(wantedBy("Is the mill open?")).toBeNull();
  });
});

describe("a text that holds what is wanted", () => {
  const holds = (question: string, text: string) => holdsWanted(question, aboutOf(question), text);

  test.each([
    ["What does a ticket for adults cost?", "It rains. Tickets for adults are 9 euros."],
    ["When does the mill open?", "The mill opens on Tuesdays."],
    ["Who repairs the mill?", "The mill is repaired by Jonas Berg."],
  ])("%j: %j", (question, text) => {
    expect(holds(question, text)).toBe(true);
  });

  test.each([
    ["What does a ticket for adults cost?", "Tickets for children are 9 euros."],
    ["What does a ticket for adults cost?", "Tickets for adults are cheap. The bus is 9 euros."],
    ["When does the mill open?", "The mill opens again."],
    ["Who repairs the mill?", "The mill is repaired."],
    ["Who repairs the mill of Jonas?", "Jonas says that the mill is repaired."],
    ["Who repairs the mill?", "In 1912 the mill was repaired."],
    ["Is the mill open?", "The mill is open on Tuesdays."],
  ])("%j: not %j", (question, text) => {
    expect(holds(question, text)).toBe(false);
  });
});
