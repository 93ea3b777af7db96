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
    "The rash was in no way caused by the soap.",
    "The rash and the soap are not related.",
    "The rash was not, as we now know, caused by the soap.",
    "We do not think the soap caused the rash.",
    "I did not sleep because of the rash, which is not due to the soap.",
  ])("is denied by: %s", (sentence) => expect(deniesTie(sentence)).toBe(true));

  test.each([
    "The leak was caused by the frost.",
    "The leak was not only caused by the frost.",
    "The frost did not last, said Ida.",
    "Nobody told Ida of the leak.",
    "The drain smells.",
    "I did not sleep because of the noise.",
    "The kiosk does not open on Monday due to the strike.",
    "The tram didn't come, which led to a delay.",
    "We don't know what caused the noise.",
    "It is not clear whether the soap is to blame.",
    "The fair never took place because of the storm.",
    "The garden does not lie behind the house.",
  ])("is not denied by: %s", (sentence) => expect(deniesTie(sentence)).toBe(false));
});
