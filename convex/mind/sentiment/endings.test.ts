import { describe, expect, test } from "vitest";
import { sentimentOf } from "./sentiment";

describe("that what was amiss is over is good news", () => {
  test.each([
    "The fire is out.",
    "The fire at the sawmill is out now.",
    "The bushfire is finally out, and the road is open.",
    "The storm is over.",
    "The storm's over.",
    "The tornado is over.",
    "The earthquake is over.",
    "The crisis is over.",
    "The power crisis was over by Tuesday.",
    "The blizzard has ended.",
    "The hurricane has passed.",
    "The danger has passed.",
    "The scandal blew over in a week.",
    "The flood is over and the cellar is dry.",
    "The pandemic's over.",
    "Hostage crisis over",
  ])("%s", (text) => {
    expect(sentimentOf(text).label).toBe("positive");
  });

  test.each([
    ["The war is not over.", "negative"],
    ["The fire is out of control.", "negative"],
    ["The fire is still burning.", "negative"],
    ["The storm is back.", "negative"],
    ["The ceasefire is over.", "negative"],
    ["Until the crisis is over, the school stays shut.", "negative"],
    ["Is the war over?", "negative"],
    ["An earthquake shook the coast.", "negative"],
    ["The storm is not over yet.", "neutral"],
    ["When the storm is over I will mend the fence.", "neutral"],
    ["The storm might be over by noon.", "neutral"],
    ["The storm passed over the village.", "neutral"],
    ["The bill passed.", "neutral"],
    ["The candle is out.", "neutral"],
    ["The results are out.", "neutral"],
    ["The meeting is over.", "neutral"],
    ["The harvest is over.", "neutral"],
  ])("and nothing else is by these words: %s", (text, label) => {
    expect(sentimentOf(text).label).toBe(label);
  });

  test.each([
    "A fire destroyed twelve houses.",
    "The storm cut off ten villages.",
    "The storm halted 30 trains.",
  ])("nor is what such a thing has ended: %s", (text) => {
    expect(sentimentOf(text).label).not.toBe("positive");
  });

  test("nor is a stove that has gone out", () => {
    expect(sentimentOf("The fire in the stove is out.").label).not.toBe("positive");
  });
});
