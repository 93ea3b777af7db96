import { describe, expect, test } from "vitest";
import { expectProportional } from "../../test.growth";
import { namesakesIn } from "./namesakes";

describe("function words that name something", () => {
  test.each([
    ["Where does Will live?", "will"],
    ["Will lives in Rome.", "will"],
    ["Will's dog is ill.", "will"],
    ["It was late. Will Smith came home.", "will"],
    ["I asked Per about it.", "per"],
    ["Can plays chess.", "can"],
    ["We met Can, Mara and the dog.", "can"],
    ["Our teacher is called An.", "an"],
    ["The party is in May.", "may"],
    ["what happens in may?", "may"],
    ["We moved on 3 may.", "may"],
    ["It ended in late may 2019.", "may"],
    ["May was cold.", "may"],
    ["The IT team moved.", "it"],
    ["IT is on the second floor.", "it"],
    ["Does US law apply?", "us"],
    ["The WHO warns of the flu.", "who"],
    ["Where is grandfather's will?", "will"],
    ["The can opener is broken.", "can"],
  ])("%s", (text, name) => {
    expect([...namesakesIn(text)]).toEqual([name]);
  });

  test.each([
    "Will you come?",
    "Will Mara come tomorrow?",
    "Can plants feel pain?",
    "May I ask? You may.",
    "It may be 3.",
    "She said he will be late, as she may have told us.",
    "An improved version is out.",
    "This will change, and that can, too.",
    "WHO ARE YOU",
    "How Will It End In The City Of Angels",
    "Who told us?",
    "Nothing of the kind.",
  ])("none in: %s", (text) => {
    expect([...namesakesIn(text)]).toEqual([]);
  });

  test.each(["Will Will may in May US IT can. ", '"Will ', "May:  ", " "])(
    "costs in proportion to length: %j",
    (text) => {
      expectProportional((size) => namesakesIn(`${text.repeat(size)}Will`), 20_000);
    },
  );
});
