import { describe, expect, test } from "vitest";
import { sentimentOf } from "./sentiment";

describe("a word of feeling feels nothing in a phrase of another sense", () => {
  test.each([
    "My blood type is O negative.",
    "My blood type is A positive.",
    "My best friend moved to Turin.",
    "The error log is in /var/log.",
    "The alert threshold is in the config.",
    "Kill the process with Ctrl-C.",
    "The dead letter queue holds 3 messages.",
    "The weak reference is collected.",
    "The disk has 20 GB of free space.",
    "The fire station is on Elm Street.",
    "The care home is near the park.",
    "The support team works from nine to five.",
    "The credit card is in the drawer.",
    "Interest rates are at 3 percent.",
    "The save button is on the right.",
    "I charged my phone.",
    "Cut the bread into slices.",
    "On demand, the report is printed.",
    "It is a well.",
    "As well as tea, there is coffee.",
    "It looks like a bird.",
    "I'd like a coffee.",
    "Please find the file attached.",
    "Kind regards, Ines",
    "The bus stop is at the corner.",
    "My hand is on the table.",
    "The PO number is 4411.",
    "I shared the file.",
    "We play badminton on Mondays.",
    "He plays the second violin.",
    "Mina's favourite colour is grey.",
    "Does anybody know who won the toss?",
    "The kill switch is behind the panel.",
    "She teaches criminal law.",
    "The pain medicine is in the drawer.",
    "The die is cast in brass.",
    "The second test was negative.",
    "She put her head under water.",
    "He works for a security firm.",
    "A crisis centre is on Mill Road.",
    "The fraud department rang at two.",
    "The charity shop sells books.",
    "The war correspondent lives in Oslo.",
    "A rescue dog sleeps in the hall.",
    "The solution contains salt.",
    "Stir the solution for two minutes.",
    "The saline solution is on the shelf.",
    "The equation has two solutions.",
    "The play is about two sisters.",
    "The school play is on Friday.",
    "This play is by a young author.",
  ])("%s", (text) => {
    expect(sentimentOf(text)).toEqual({ score: 0, label: "neutral" });
  });

  test.each([
    ["I like the garden.", "positive"],
    ["The cellar is under water.", "negative"],
    ["There was fraud in the department.", "negative"],
    ["The charity saved the school.", "positive"],
    ["There is a security breach.", "negative"],
    ["The security firm lost our keys.", "negative"],
    ["The rescue of the miners succeeded.", "positive"],
    ["They found a solution together.", "positive"],
    ["The play was awful.", "negative"],
    ["The play is brilliant.", "positive"],
    ["The kids play happily.", "positive"],
    ["She plays well.", "positive"],
    ["The war goes on.", "negative"],
    ["We won the cup.", "positive"],
    ["Her patient did not survive.", "negative"],
    ["He didn't survive the night.", "negative"],
    ["They did not survive the crash.", "negative"],
    ["Everybody survived.", "positive"],
    ["We are out of money.", "negative"],
    ["We're out of insulin.", "negative"],
    ["It looks like a disaster.", "negative"],
    ["The heating stopped.", "negative"],
    ["He died in the fire.", "negative"],
    ["They care for each other.", "positive"],
    ["The charges against him are false.", "negative"],
  ])("and its own elsewhere: %s", (text, label) => {
    expect(sentimentOf(text).label).toBe(label);
  });
});

describe("a name feels nothing", () => {
  test.each([
    "Mia had lunch.",
    "Grace asked for the minutes.",
    "Joy and Hope went to the shop.",
    "Rob's ticket is open.",
    "Faith Adeyemi lives in Ohio.",
    "Ms. Savage sent the form.",
    "I met Hope, Joy and Mercy at the station.",
    "She works at Best Buy.",
    "The Peace Palace is in The Hague.",
  ])("%s", (text) => {
    expect(sentimentOf(text).score).toBe(0);
  });

  test.each([
    ["Joy at last!", "positive"],
    ["Mercy, please!", "positive"],
    ["We wish you a Merry Christmas.", "positive"],
    ["Storm Kills Dozens In Coastal Town", "negative"],
    ['The note said: "Great work."', "positive"],
    ["WE WON", "positive"],
    ["Status: Failed", "negative"],
    ["grace under fire", "positive"],
  ])("what only has its capital does: %s", (text, label) => {
    expect(sentimentOf(text).label).toBe(label);
  });
});
