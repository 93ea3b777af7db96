import { describe, expect, test } from "vitest";
import { aboutOf, bears, sharedBy, weightOfShared } from "./bearing";

const shared = (a: string, b: string) => sharedBy(aboutOf(a), aboutOf(b));

describe("a text bears on another", () => {
  test.each([
    ["Leo has a fever and stays home.", "Leo is allergic to walnuts."],
    ["Karin asks whether I can work on Friday.", "Karin is my colleague at the library."],
    ["Will Ruth's operation be soon?", "In the news: Ruth fell in March."],
    ["The ferry is back after its repairs.", "The ferry went into repairs."],
    ["We didn't lose any data.", "We lost a day of data in 2023."],
    ["Mrs Okafor died.", "Mrs Okafor taught my mother to play bridge."],
  ])("by a name or two telling words: %s – %s", (a, b) => {
    expect(bears(shared(a, b))).toBe(true);
    expect(bears(shared(b, a))).toBe(true);
  });

  test.each([
    ["The lift is stuck once more.", "The lift in Elm Street is out of order every month."],
    ["The boiler is dead.", "The boiler was repaired in January for 480 euros."],
  ])("by the one thing that both are about: %s – %s", (a, b) => {
    expect(bears(shared(a, b))).toBe(true);
  });

  test.each([
    ["Gas prices rise by 12 percent in November.", "Maths mock exam on November 12."],
    ["The migration is done, Tomasz says.", "I felt proud when the clinic in Leeds said it was over."],
    ["Karin asks whether I can work on Friday this week.", "Delivery within ten working days."],
    ["We didn't lose any data.", "Gerald the plant lost half of its leaves."],
    ["Leo has a fever and stays home.", "Ruth does not want to move to a home."],
    ["How is the team doing?", "Announce the release in the team channel."],
    ["Do you like music?", "Omar likes the smaller office."],
    ["Ruth's frame is in the cellar.", "Bicycles stand in the cellar."],
    ["Customers can log in again.", "Customers may cancel their orders."],
    ["She sells flowers in Market Street.", "The shop in Elm Street is closed."],
    ["Mrs Okafor died.", "Doctor Okafor came on Monday."],
  ])("by no common word, date or figure alone: %s – %s", (a, b) => {
    expect(bears(shared(a, b))).toBe(false);
    expect(bears(shared(b, a))).toBe(false);
  });

  test("more by a name than by two words", () => {
    const event = "Leo has a fever and coughs.";
    expect(weightOfShared(shared(event, "Leo is allergic to walnuts."))).toBeGreaterThan(
      weightOfShared(shared(event, "A fever with coughs may last.")),
    );
  });
});
