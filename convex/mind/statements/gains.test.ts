import { expect, test } from "vitest";
import { expectProportional } from "../../test.growth";
import { gainsIn } from "./gains";

test.each([
  ["I adopted a dog named Rex.", "I have a dog"],
  ["It is cold. We bought a red car last week.", "We have a red car"],
  ["My sister gave birth to a son.", "My sister has a son"],
  ["I’ve got a cat.", "I have a cat"],
  ["Anna has finally inherited a house in Voss.", "Anna has a house"],
  ["Ben and Ruth have just bought two boats.", "Ben and Ruth have two boats"],
  ["So, I got another canary today.", "I have another canary"],
  ["I sold my car.", "I have no car"],
  ["Yesterday Anna sold her boat to Tom.", "Anna has no boat"],
  ["We have given away our piano.", "We have no piano"],
  ["My dog died last night.", "I have no dog"],
  ["Our cat has passed away.", "We have no cat"],
])("%s leaves %s", (text, gain) => {
  expect(gainsIn(text)).toEqual([gain]);
});

test.each([
  "I have a dog.",
  "I almost bought a car.",
  "I didn't buy a car, but my sister would have bought a boat.",
  "Have you bought a car?",
  "If I sold my car, I would walk.",
  "I got a dog for my son.",
  "I bought the dog a bone.",
  "I sold my car keys.",
  "I sold my old car.",
  "Nobody gave away our piano.",
  "The dog died.",
  "",
])("%s leaves nothing", (text) => {
  expect(gainsIn(text)).toEqual([]);
});

test.each(["I bought a ", "Anna Berg and ", "I sold my ", "My dog died "])(
  "costs in proportion to length: %j",
  (part) => {
    const text = part.repeat(100);
    expectProportional((length) => gainsIn(text.slice(0, length)), text.length);
  },
);
