/** What a document answers: never with its title, a label or the header of a table. */
import { describe, expect, test } from "vitest";
import { memory, passage, situation } from "../ticks/test.situations";
import { answerTo } from "./onRecord";

const known = (question: string, title: string, text: string) =>
  answerTo(question, situation({ knowledge: [passage(title, text)] })).known?.text ?? "";

describe("a document answers", () => {
  test.each([
    [
      "How much does the contract say the caution is?",
      "Contract of the boathouse",
      "§ 3 Rent. The rent is 310 euros a month.\n§ 4 Caution. The caution is 930 euros. It is paid back after six weeks.",
      "930 euros",
    ],
    [
      "Who cleans the gutter?",
      "On the gutter",
      "1. Heating. The boiler is serviced in June. 2. Gutter. The gutter is cleaned by Holm & Sons.",
      "Holm & Sons",
    ],
    [
      "How long must the pear tart bake?",
      "Recipes",
      "Pear tart\n\nRoll out the dough and lay the pears on it. Bake the tart for 45 minutes at 180 degrees.",
      "45 minutes",
    ],
    [
      "When is the next rowing meeting?",
      "Club papers",
      "Minutes of the rowing meeting, 3 March\n\nPresent were nine members. The next meeting is on 7 April.",
      "7 April",
    ],
    [
      "What is the price of article 2207?",
      "Stock list",
      "| Article | Name | Price | Shelf |\n|---|---|---|---|\n| 2206 | Hinge | 3.10 | A |\n| 2207 | Bolt | 4.75 | B |",
      "4.75",
    ],
    [
      "What does a kayak cost?",
      "Handbook",
      "# Fees\n\n| Boat | Fee |\n|---|---|\n| Dinghy | 40 euros |\n| Kayak | 15 euros |",
      "15 euros",
    ],
    [
      "May I keep a cat in the room?",
      "Pets in a room",
      "Little pets may be kept. Cats need the landlord's consent. Bicycles stay in the yard.",
      "Cats need the landlord's consent.",
    ],
    [
      "Where is the boat key?",
      "Boat key",
      "The boat key. It hangs behind the bar.",
      "It hangs behind the bar.",
    ],
  ])("%s", (question, title, text, answer) => {
    expect(known(question, title, text)).toContain(answer);
  });

  test.each([
    ["| Article | Price |", "| 2206 | 3.10 |\n| 2207 | 4.75 |\n| 2208 | 5.20 |"],
    ["Article,Price,Shelf", "2206,3.10,A\n2207,4.75,B\n2208,5.20,C"],
  ])("with the names over a row that stand before the passage: %s", (columns, text) => {
    const rows = { ...passage("Stock list", text), columns };
    const said = answerTo("What is the price of article 2207?", situation({ knowledge: [rows] })).known?.text;
    expect(said).toContain(columns);
    expect(said).toContain("4.75");
    expect(said).not.toContain("5.20");
  });

  test("with the names over a row of values", () => {
    const text = "Article,Price,Shelf\n2206,3.10,A\n2207,4.75,B\n2208,5.20,C";
    expect(known("What is the price of article 2207?", "Stock list", text)).toBe(
      "Article,Price,Shelf\n2207,4.75,B",
    );
  });

  test("with no row of a table where none has what is asked for", () => {
    const text = "| Article | Price |\n|---|---|\n| 2206 | 3.10 |\n| 2207 | 4.75 |";
    expect(known("What is the price of article 2251?", "Stock list", text)).toBe("");
    expect(known("What is the price of an article?", "Stock list", text)).toContain("3.10");
  });

  test("with nothing that only sounds like what is asked for", () => {
    const duties = "The fire warden inspects the cellar.\nThe train leaves at noon.";
    expect(known("Who was fired?", "Duties of the fire warden", duties)).toBe("");
    expect(known("Who booked the hall?", "Duties", "# Books\n\nThe books stand in the hall.")).toBe("");
    expect(known("Who was fired?", "Staff", `${duties}\nNobody was fired but the cook.`)).toBe(
      "Nobody was fired but the cook.",
    );
  });

  test("with nothing whose words stand apart where an amount is asked for", () => {
    const text =
      "# Cakes\nCarrot: eggs, rye.\nPlum: butter.\n\n# Drinks\nOat latte: oats. Plum juice: plums.";
    expect(known("How much is plum rye?", "Menu", text)).toBe("");
  });

  test("with nothing that holds no amount where one was asked for, and told", () => {
    const knowledge = [passage("Suppliers", "Rye flour comes from Holm.")];
    const memories = [memory("Holm put rye flour up to 1.80.")];
    const answer = (question: string) => answerTo(question, situation({ knowledge, memories }));
    expect(answer("How much is rye flour?")).toMatchObject({
      known: null,
      told: { text: "Holm put rye flour up to 1.80." },
    });
    expect(answer("Where does rye flour come from?").known?.text).toBe("Rye flour comes from Holm.");
  });

  test("with its title where there is nothing else", () => {
    expect(known("When is the rowing meeting?", "Club papers", "Rowing meeting, 3 March")).toBe(
      "Rowing meeting, 3 March",
    );
  });

  test("with the sentence itself where it is asked whether it is so", () => {
    const text = "The sauna opens at noon on every working day. The sauna is open on Sunday.";
    expect(known("Is the sauna open on Sunday?", "Baths", text)).toContain("open on Sunday");
  });

  test("of a long sentence, from near what was asked", () => {
    const before = "the lawn, the hedges, the shed and what stands in it, ".repeat(6);
    const said = known(
      "Who pays for the chimney sweep?",
      "Duties",
      `The tenants look after ${before}and the owner pays for the chimney sweep every year.`,
    );
    expect(said.slice(0, 200)).toContain("the owner pays for the chimney sweep");
  });
});
