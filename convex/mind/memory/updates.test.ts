import { describe, expect, test } from "vitest";
import { bringsUpToDate, tellsOfChange } from "./updates";

describe("a newer text brings an older one up to date", () => {
  test.each([
    ["We have 512 signatures now!", "We have 140 signatures and need 500."],
    ["We have 512 signatures now!", "We have 140 signatures against the car park and need 500."],
    [
      "The clinic moved Ruth's operation to the 16th of October.",
      "Ruth has an operation on the 9th of October.",
    ],
    ["Release 4.0 is now due on the 27th of October.", "Release 4.0 is due on the 20th of October."],
    ["The rent rises to 1,500 euros in January.", "The rent rises to 1,450 euros in January."],
    ["Anna moved to Hamburg last week.", "Anna lives in Berlin."],
    ["The meeting was moved to Tuesday at 11.", "The meeting is on Monday at 10."],
    ["I adopted a dog named Rex.", "I have no pets."],
    ["I sold my car.", "I have a red car with a dent."],
    ["My dog died last night.", "My dog sleeps in the kitchen."],
    ["We now have 2,900 users.", "We had 2,300 users in September."],
    ["Customers can log in again.", "As I was told: Customers cannot log in."],
    ["The pier is now open to visitors.", "The pier is closed to visitors."],
  ])("%s – %s", (newer, older) => {
    expect(bringsUpToDate(newer, older)).toBe(true);
  });

  test.each([
    ["The pier is closed to visitors.", "The pier is open to visitors."],
    ["The mill did not burn.", "The mill burned."],
    ["The composer was born in 1756.", "The composer was born in 1757."],
    ["I bought a car.", "Tom has no car."],
    ["I bought a toy dog.", "I have no pets."],
    ["I sold my bike.", "I have a red car."],
    ["I have no pets.", "I adopted a dog named Rex."],
    ["Leo has a fever now.", "Leo likes trains."],
    ["Anna moved to Hamburg last week.", "Ruth lives in Berlin."],
    ["Anna moved to Hamburg last week.", "Anna lives in Hamburg."],
    ["We have 12 chairs now.", "We have 140 signatures."],
    ["The movie night had 12 guests.", "The film night had 14 guests."],
  ])("never by saying otherwise or something else: %s – %s", (newer, older) => {
    expect(bringsUpToDate(newer, older)).toBe(false);
  });
});

describe("told on two days", () => {
  const DAY = 86_400_000;
  const told = { a: 40.5 * DAY, b: 38.5 * DAY, timeZone: "UTC" };

  test("a reading takes the place of the older one", () => {
    expect(bringsUpToDate("A jar of honey costs 7 euros.", "A jar of honey costs 6 euros.", told)).toBe(true);
  });

  test("what is of one day takes the place of no other day's", () => {
    expect(bringsUpToDate("Sales today: 412 euros.", "Sales today: 388 euros.", told)).toBe(false);
    expect(
      bringsUpToDate("Sales today: 412 euros.", "Sales today: 388 euros.", { ...told, b: told.a - 1 }),
    ).toBe(true);
  });
});

describe("a change", () => {
  test.each([
    "The fair moved to May.",
    "They are moving the piano.",
    "The rent rises.",
    "Prices rose by a tenth.",
    "The vote was postponed, and its postponement regretted.",
    "We lowered the fee.",
    "They will lower the fee.",
    "Please correct the address.",
    "A correction: it is room 4.",
    "The start shifts to nine.",
    "The lake is falling.",
  ])("is told by: %s", (text) => expect(tellsOfChange(text)).toBe(true));

  test.each([
    "We watched a movie.",
    "The movies start at eight.",
    "I bought raisins.",
    "The answer is correct.",
    "The lower shelf is full.",
    "The night shift is long.",
    "Rose has a rose garden.",
    "It rains in the fall.",
    "The changeling sleeps.",
    "That is a risk.",
  ])("is not told by: %s", (text) => expect(tellsOfChange(text)).toBe(false));
});

test("what is told beside a question or an order brings up to date, and what is asked does not", () => {
  const before = "The mooring fee is 7 euros.";
  expect(bringsUpToDate("The mooring fee is 9 euros now. Is that a lot?", before)).toBe(true);
  expect(bringsUpToDate("The mooring fee is 9 euros now. Tweet about the regatta.", before)).toBe(true);
  expect(bringsUpToDate("Tweet about the regatta. Is the mooring fee 9 euros now?", before)).toBe(false);
});
