import { describe, expect, test } from "vitest";
import { sentimentOf } from "./sentiment";

describe("manners feel nothing", () => {
  test.each([
    "Dear Mr. Brandt, the parcel is here.",
    "Dear Mr Brandt, the parcel is here.",
    "Dear Dr. Ahmed, your table is booked for eight.",
    "Dear Sir or Madam, I write about the room.",
    "Dear Anna, the meeting is at noon.",
    "Dear neighbours, the water is off on Monday.",
    "Dear Lena and Paul: the key is under the mat.",
    "The key is under the mat. Sincerely, Tom",
    "The key is under the mat. Best wishes, Tom",
    "No",
    "No.",
    "No, it's on Tuesday.",
    "Yes",
    "Yes.",
    "Yes, the bus stops there.",
    "OK.",
    "Sure, at six.",
    "Please answer yes or no.",
  ])("%s", (text) => {
    expect(sentimentOf(text).label).toBe("neutral");
  });

  test.each([
    ["Dear Kim, I love your letter.", "positive"],
    ["Dear Mr. Brandt, I am very disappointed.", "negative"],
    ["My dear friend came to visit.", "positive"],
    ["She is very dear to me.", "positive"],
    ["Dear friends are hard to find.", "positive"],
    ["Best wishes for your birthday!", "positive"],
    ["Oh dear, the cake fell.", "negative"],
    ["Yes!", "positive"],
    ["No!", "negative"],
    ["Oh no, the vase.", "negative"],
    ["Yes, I love it.", "positive"],
    ["No, I hate it.", "negative"],
    ["No problem", "positive"],
    ["She said yes.", "positive"],
    ["The doctor said no.", "negative"],
    ["No milk, no bread, no hope.", "negative"],
  ])("but not where something is felt: %s", (text, label) => {
    expect(sentimentOf(text).label).toBe(label);
  });
});
