import { expect, test } from "vitest";
import { expectProportional } from "../../test.growth";
import { outcomesIn, outcomesOf } from "./outcomes";

test.each([
  ["The harbour office raised the mooring fee to 9 euros a metre.", "the mooring fee is 9 euros a metre"],
  ["Our dues rose from 200 to 240 euros on 1 May.", "Our dues are 240 euros"],
  ["The rent was increased to €900, says Ruth.", "The rent is €900"],
  [
    "The landlord has lowered my rent from 910 euros to 850 euros because of the mould.",
    "my rent is 850 euros",
  ],
  ["It is cold. The speed limit has been cut to 30 km/h.", "The speed limit is 30 km/h"],
  ["The baker put the rye loaf up to 4.20.", "the rye loaf is 4.20"],
  ["Lund has put milk up to 1.30.", "milk is 1.30"],
  ["Anna moved to Hamburg last week.", "Anna lives in Hamburg"],
  ["I have just moved from Kiel to New York.", "I live in New York"],
  ["My sister has relocated to Bergen.", "My sister lives in Bergen"],
  ["They have shortened the guided tour to 40 minutes.", "the guided tour is 40 minutes"],
  ["Our rents have gone up to 700 euros.", "Our rents are 700 euros"],
  ["Jonas has finally moved away to Oslo.", "Jonas lives in Oslo"],
  ["Ben and Ruth moved to Oslo.", "Ben and Ruth live in Oslo"],
  ["They have relocated to Oslo.", "They live in Oslo"],
  ["Yesterday Anna moved to Oslo.", "Anna lives in Oslo"],
  ["So, my sister moved to Oslo.", "my sister lives in Oslo"],
  ["The class, which was rescheduled to Friday, is full.", "The class is on Friday"],
  ["The meeting was moved to Tuesday at 11.", "The meeting is on Tuesday at 11"],
  ["Sorry, the concert is postponed until noon.", "the concert is at noon"],
  ["The fair has been put off to 3 June because of the rain.", "The fair is on 3 June"],
])("%s leaves %s", (text, outcome) => {
  expect(outcomesIn(text)).toEqual([outcome]);
});

test.each([
  "The mooring fee is 9 euros.",
  "The office will raise the fee to 9 euros.",
  "The office has not raised the fee to 9 euros.",
  "If they raised the fee to 9 euros, we would leave.",
  "Was the fee raised to 9 euros?",
  "The office didn’t raise the fee, nor has it lowered the fee to 9 euros.",
  "Nobody raised the fee to 9 euros.",
  "They almost raised the fee to 9 euros.",
  "They may have raised the fee to 9 euros.",
  "Liv raised the flag to the top.",
  "They raised 900 euros for the choir.",
  "Anna was moved to tears.",
  "Anna moved to the sofa.",
  "Anna would move to Hamburg.",
  "Liv moved to Monday shifts.",
  "The tower was moved to the left.",
  "",
])("%s leaves nothing", (text) => {
  expect(outcomesIn(text)).toEqual([]);
});

test.each([
  "the fee was moved to monday ",
  "Anna moved to ",
  "the fee rose to ",
  "raised the ",
  "raised the fee from ",
])("costs in proportion to length: %j", (part) => {
  const text = part.repeat(200);
  expectProportional((length) => outcomesIn(text.slice(0, length)), text.length);
});

test("of two changes are two statements", () => {
  const told = "The office raised the mooring fee to 9 euros. They cut the winter rent to 60 euros.";
  expect(outcomesOf(told, new Set()).map(({ numbers }) => numbers)).toEqual([["9"], ["60"]]);
});
