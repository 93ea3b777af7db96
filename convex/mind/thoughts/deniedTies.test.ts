import { describe, expect, test } from "vitest";
import { deniesTie } from "./deniedTies";

describe("a tie", () => {
  test.each([
    "The leak was not caused by the frost.",
    "The smell doesn't come from the drain.",
    "The ferry has nothing to do with the noise.",
    "There is no link between the frost and the leak.",
    "The leak is unrelated to the frost.",
    "The plumber ruled out the frost as a cause of the leak.",
    "the frost isnt to blame for the leak",
    "The frost is not the reason for the leak.",
  ])("is denied by: %s", (sentence) => expect(deniesTie(sentence)).toBe(true));

  test.each([
    "The leak was caused by the frost.",
    "The leak was not only caused by the frost.",
    "The frost did not last, said Ida.",
    "Nobody told Ida of the leak.",
    "The drain smells.",
  ])("is not denied by: %s", (sentence) => expect(deniesTie(sentence)).toBe(false));
});
