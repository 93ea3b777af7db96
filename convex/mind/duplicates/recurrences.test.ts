/** Small words of time and of whose a thing is, in pairs that must not be merged, and pairs that may. */
import { describe, expect, test } from "vitest";
import { idfOf } from "../../../mind/ranking/idf";
import { dedupText, verdictOn } from "./duplicates";

const idf = idfOf(0, () => 0);
/** Near in meaning, as a model of embeddings has such pairs: only what they say keeps them apart. */
const kindOf = (known: string, later: string) =>
  verdictOn(dedupText(known), dedupText(later), idf, 0.97, 0.92).kind;

describe("a text that says how often, which time or whose", () => {
  test.each([
    ["Give the cat her medicine twice a day with food.", "Give the cat her medicine once a day with food."],
    ["Feed the rabbit three times a week.", "Feed the rabbit every week."],
    ["The nurse visits grandpa every other day at home.", "The nurse visits grandpa every day at home."],
    ["We meet every second Tuesday in the library.", "We meet every Tuesday in the library."],
    ["Call the plumber next week about the sink.", "Call the plumber this week about the sink."],
    ["The blue folder contains last year's taxes.", "The blue folder contains this year's taxes."],
    ["The train arrives at quarter past six in Oslo.", "The train arrives at quarter to six in Oslo."],
    ["The lecture was moved up by an hour.", "The lecture was moved back by an hour."],
    ["Water the plants on even days of the week.", "Water the plants on odd days of the week."],
    ["The trains run until midnight on Fridays.", "The trains run after midnight on Fridays."],
    ["The bridge toll is $5 for each car.", "The bridge toll is 5 kroner for each car."],
    ["He drank a double whisky at the bar in Leith.", "He drank a whisky at the bar in Leith."],
    ["Olga rarely drinks wine with her dinner.", "Olga drinks wine with her dinner."],
    ["The doctor said I should avoid most cheeses.", "The doctor said I should avoid cheeses."],
    ["Tina paid for dinner at the Greek restaurant.", "Tina paid for dinner at the Greek restaurant again."],
    ["I hope that David has repaired the roof.", "David has repaired the roof."],
    ["I dreamt that Edith sold the farm in Wales.", "Edith sold the farm in Wales."],
    ["Gina wishes that she had bought the blue piano.", "Gina bought the blue piano."],
    ["Hans married Greta's sister in the old chapel.", "Hans married Greta in the old chapel."],
    ["Anna's brother drives the red tractor.", "Anna drives the red tractor."],
    ["My mother's sister Ruth is coming.", "My mother and sister Ruth are coming."],
  ])("is kept beside the other, whichever comes first: %j, %j", (one, other) => {
    expect(kindOf(one, other)).toBe("different");
    expect(kindOf(other, one)).toBe("different");
  });

  test.each([
    ["Water the orchid once a month in the kitchen.", "Water the orchid every month in the kitchen."],
    ["The train arrives at quarter past six.", "The train arrives at 6:15."],
    ["The train arrives at ten to seven.", "The train arrives at 6:50."],
    ["The train arrives at half past six.", "The train arrives at 6:30."],
    ["The rent is 15,500 kroner a month.", "The rent is 15500 kroner per month."],
    ["Greta's sister lives in Ulm.", "The sister of Greta lives in Ulm."],
  ])("is the same in other words: %j, %j", (one, other) => {
    expect(kindOf(one, other)).not.toBe("different");
  });
});
