import { describe, expect, test } from "vitest";
import { profileOf } from "../../../mind/ranking/lexical";
import { namedIn, tellsOf } from "./causes";
import { claimsOf } from "./claims";
import { statementsOf } from "./statements";

const isCause = (effect: string, cause: string) => {
  const told = (text: string) => statementsOf(text, claimsOf(text).names);
  return (
    namedIn(effect).causes.some((event) => tellsOf(told(cause), event)) ||
    namedIn(cause).effects.some((event) => tellsOf(told(effect), event))
  );
};

describe("what a text names", () => {
  test.each(["because", "because of", "due to", "thanks to", "as a result of"])(
    "after %j is a cause",
    (words) => {
      const { causes, effects } = namedIn(`We were late ${words} the storm in the bay, sadly.`);
      expect(causes).toMatchObject([profileOf("the storm in the bay")]);
      expect(effects).toEqual([]);
    },
  );

  test.each(["led to", "resulted in", "caused"])("after %j is an effect", (words) => {
    const { causes, effects } = namedIn(`The storm ${words} long delays. We waited.`);
    expect(causes).toEqual([]);
    expect(effects).toMatchObject([profileOf("long delays")]);
  });

  test("is the cause, not the effect, after a passive, and nothing where that is denied", () => {
    const { causes, effects } = namedIn("The outage was caused by a memory leak.");
    expect(causes).toMatchObject([profileOf("a memory leak")]);
    expect(effects).toEqual([]);
    const denied = ["The outage was not caused by a memory leak.", "The storm has not caused long delays."];
    for (const text of denied) expect(namedIn(text), text).toEqual({ causes: [], effects: [] });
    expect(namedIn("The car did not start because the battery was flat.").causes).toHaveLength(1);
  });

  test("is nothing where it only tells one thing after the other", () => {
    expect(namedIn("It rained. We waited.")).toEqual({ causes: [], effects: [] });
    expect(namedIn("The ferry has not run since the storm came.")).toEqual({ causes: [], effects: [] });
  });
});

describe("a cause", () => {
  test.each([
    ["Since I missed the ferry, the meeting was moved.", "Missed the ferry because the bus was late."],
    ["Nadia failed the driving test because she was tired.", "Nadia was tired after the night shift."],
    ["The cat was hungry because I overslept.", "I overslept on Sunday."],
    ["Paavo could not get in because he had lost his keys.", "Paavo lost his keys."],
    ["The school bus could not come since the mill road was under water.", "The mill road was under water."],
    [
      "412 invoices went out late because the payments queue stalled.",
      "The payments queue stalled at noon because the disk was full.",
    ],
    ["The launch was delayed because the payment gateway failed.", "The payment gateway failed at noon."],
    ["The launch was delayed.", "The gateway failed at noon, which led to a delayed launch."],
    ["The match was called off due to the flooded pitch.", "The pitch was flooded after two days of rain."],
    ["Ada was sad because her dog died.", "Ada's dog died in April."],
    ["The cellar was flooded.", "The pump broke, so the cellar was flooded."],
    ["The garden was dry because it had not rained.", "The garden had not rained."],
    ["Ines was late because the tram broke down.", "The tram broke down in Holm."],
    ["We cancelled the picnic because of the heavy storm.", "A heavy storm hit the coast."],
    ["I quit because I was bored at work.", "I was bored at work for months."],
  ])("of %j is told by %j", (effect, cause) => {
    expect(isCause(effect, cause)).toBe(true);
  });

  test.each([
    [
      "Missed the ferry to Skarholm because the bus was late.",
      "Because the payments queue stalled, 412 invoices went out late.",
    ],
    [
      "The payments queue stalled at noon because the disk was full.",
      "We added an alert that fires when the payments disk is over 80 percent full.",
    ],
    [
      "412 invoices went out late because the payments queue stalled.",
      "When the payments queue stalls, rotate the logs and restart it.",
    ],
    ["The cook resigned because the pay was low.", "The insurance did not pay for the flooded cellar."],
    ["Paavo could not get in because he had lost his keys.", "Rolf lost the quiz."],
    ["The payment gateway failed at noon.", "The launch was delayed because the payment gateway failed."],
    ["The launch was delayed because the payment gateway failed.", "The payment gateway did not fail."],
    ["The launch was delayed because the payment gateway failed.", "Did the payment gateway fail?"],
    [
      "The launch was delayed because the payment gateway failed.",
      "If the payment gateway fails, call Ines.",
    ],
    [
      "The launch was delayed because the payment gateway failed.",
      "Switch to the backup when the payment gateway fails.",
    ],
    ["The ferry has not run since the storm damaged the pier.", "The storm damaged the pier."],
    ["The cat was hungry because I overslept.", "Rolf overslept on Sunday."],
    ["Ada was sad because her dog died.", "Ben's dog died."],
    ["The garden was dry because nobody watered it.", "Ben watered the garden."],
    ["Ines was late because the tram broke down.", "The tram was late."],
    ["Ines was late because the tram broke down.", "Ines was late."],
    ["We cancelled the picnic because of the storm.", "The storm drain was cleaned."],
    ["I quit because I was bored.", "Rolf was bored."],
    ["The roof leaks because the tiles are old.", "Old tiles make good paths."],
  ])("of %j is not told by %j", (effect, other) => {
    expect(isCause(effect, other)).toBe(false);
  });
});
