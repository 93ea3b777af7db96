import { describe, expect, test } from "vitest";
import { isQuestion } from "./questions";

describe("isQuestion", () => {
  test.each([
    "The mill is open?",
    "what's the fare to the island",
    "What is the fare to the island",
    "how much is the fare",
    "where did Runa leave the oars",
    "why can't we row",
    "Do you know the fare",
    "is there any bread left",
    "can I borrow the ladder",
    "Isn't the mill open",
    "does the mill open on Monday",
    "did you row to the island",
    "whats the fare",
    "hi, where is the oar",
    "and how much is the fare",
    "Runa, where is the oar",
    "What is the fare to the island.",
    "Where is my oar.",
    "tell me the fare",
    "hi Runa, please tell me the fare",
    "Please show me the timetable.",
    "let me know when the mill opens",
    "remind me where the oars are",
    "give me the timetable",
    "Tell me about it.",
    "regatta when",
    "fare how much",
  ])("holds of %j", (sentence) => {
    expect(isQuestion(sentence)).toBe(true);
  });

  test.each([
    "The mill is open",
    "What I like is bread",
    "When it rains we stay",
    "How it works is unclear",
    "Will Berg owns the mill",
    "Do not feed the goats",
    "Do the dishes",
    "Have a rest",
    "Had a great day at the mill",
    "Did the dishes",
    "Had it repaired in Molde",
    "Was there all day",
    "Have it ready by noon",
    "Had she known, she would have rowed",
    "Should you need oars, ask Runa",
    "What is done is done.",
    "What is my brother's is mine.",
    "so is the mill",
    "God knows when",
    "I wonder who",
    "Tell me that you came.",
    "Tell me about it, the trains are always late.",
    "Tell me and I forget, teach me and I learn",
    "Give me five minutes and I am ready",
    "Give me strength, the cat was sick again.",
    "Remind me to feed the goats.",
    "Tell the miller the fare.",
    "How much it costs is unclear.",
    "Where the dike ends there is a mill",
    "",
  ])("does not hold of %j", (sentence) => {
    expect(isQuestion(sentence)).toBe(false);
  });
});
