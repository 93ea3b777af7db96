import { describe, expect, test } from "vitest";
import { sentimentOf } from "./sentiment";

describe("laughter beside a death or a loss is no joy", () => {
  test.each([
    "My grandmother died lol",
    "My dog died today 😂",
    "My dog died. lol",
    "lol my grandpa is dead",
    "Dad's funeral was today 🤣",
    "My aunt passed away hahaha",
    "My uncle died of cancer. Hahaha.",
    "Lost my job today haha 😂",
    "They fired me today lmao",
    "We lost the final haha",
    "haha my house was robbed",
    "So he was evicted, lol",
    "My cat was run over 😂😂",
  ])("%s", (text) => {
    expect(sentimentOf(text).label).toBe("negative");
  });

  test.each([
    "haha, we won!",
    "lol that joke was great",
    "The cat fell asleep in the sink 😂",
    "Nobody died haha",
    "Nobody was hurt lol",
    "I'm dead 😂",
    "I am dying 😂😂",
    "Dead 😂😂",
    "You are killing me lol",
    "I died laughing 😂",
    "I lost it 😂",
    "Lost ten kilos haha!",
    "He lost his hat and found it on the dog 😂",
    "My dog died in March. The new puppy ate my shoe 😂",
  ])("while it is elsewhere: %s", (text) => {
    expect(sentimentOf(text).score).toBeGreaterThan(sentimentOf(text.replace(/haha|lol|😂/gu, "")).score);
  });
});
