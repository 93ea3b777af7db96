/** What is told on one day and otherwise on another: where that is a contradiction, and where a series. */
import { describe, expect, test } from "vitest";
import { turned, type Moments } from "../time/toldTimes";
import { claimsOf } from "./claims";
import { changeBetween, contradictionBetween, disagreementBetween } from "./contradictions";
import { statementsOf } from "./statements";

const HOUR = 3_600_000;
/** Tuesday, 3 March 2026, 18:00 in Berlin. */
const TUESDAY = Date.UTC(2026, 2, 3, 17);

const moments = (hoursLater: number): Moments => ({
  a: TUESDAY,
  b: TUESDAY + hoursLater * HOUR,
  timeZone: "Europe/Berlin",
});

const read = (text: string) => statementsOf(text, claimsOf(text).names);
const judge = (a: string, b: string, hoursLater: number) => {
  const told = moments(hoursLater);
  const found = contradictionBetween(read(a), read(b), told);
  expect(contradictionBetween(read(b), read(a), turned(told))).toBe(found);
  return found;
};

describe("told two days apart, these contradict each other", () => {
  test.each([
    ["The key expires on the 4th of May.", "The key expires on the 9th of May."],
    ["The meeting is in room 3.", "The meeting is in room 5."],
    ["Otto was born in 1931.", "Otto was born in 1934."],
    ["The locker code is 4711.", "The locker code is 2580."],
    ["The train to Graz leaves from platform 4.", "The train to Graz leaves from platform 7."],
    ["The fire destroyed 12 barns.", "The fire destroyed 15 barns."],
    ["The cottage has three bedrooms.", "The cottage has four bedrooms."],
    ["The viaduct is 300 metres long.", "The viaduct is 340 metres long."],
    ["On 14 February the stall sold 80 pancakes.", "On 14 February the stall sold 95 pancakes."],
    ["The handbook has 212 pages.", "The handbook has 198 pages."],
    ["The museum is closed on Mondays.", "The museum is open on Mondays."],
    ["Rosa is allergic to walnuts.", "Rosa is not allergic to walnuts."],
    ["Emil lives in Turku.", "Emil lives in Vaasa."],
    ["The choir meets on Tuesday.", "The choir meets on Thursday."],
    ["My bike is a Gazelle.", "My bike is a Koga."],
    ["The bakery opens at 7.", "The bakery opens at 8."],
    ["The regatta is on 6 June.", "The regatta is on 13 June."],
    ["Nobody in the house smokes.", "Everybody in the house smokes."],
    ["The bridge is safe.", "The bridge is unsafe."],
    ["Lukas beat Mia at chess on 1 March.", "Lukas did not beat Mia at chess on 1 March."],
  ])("%j and %j", (a, b) => {
    expect(judge(a, b, 48)).not.toBeNull();
  });
});

describe("told two days apart, these are a series", () => {
  test.each([
    ["Sales today: 412 euros.", "Sales today: 388 euros."],
    ["Steps today: 7,204.", "Steps today: 10,118."],
    ["Electricity costs 33 cents per kWh this week.", "Electricity costs 30 cents per kWh this week."],
    ["The weight of the puppy is 4.1 kg.", "The weight of the puppy is 4.6 kg."],
    ["The puppy weighs 4.1 kg.", "The puppy weighs 4.6 kg."],
    ["The kiosk is closed today.", "The kiosk is open today."],
    ["Nora is not at home today.", "Nora is at home today."],
    ["Nora is at home tonight.", "Nora is not at home tonight."],
    ["A pound of butter costs 2.19 euros.", "A pound of butter costs 2.49 euros."],
    ["The price of copper is 9,100 dollars.", "The price of copper is 9,350 dollars."],
    ["The newsletter has 812 subscribers.", "The newsletter has 830 subscribers."],
    ["Comment 12: The swing on the square is broken.", "Comment 59: The swing on the square is not broken."],
    ["Comment 12 on the harbour plan.", "Comment 59 on the harbour plan."],
    ["Episode 3 is about glaciers.", "Episode 4 is about volcanoes."],
    ["Issue 59 is open.", "Issue 61 is closed."],
    ["Turnover was 1,240 euros.", "Turnover was 980 euros."],
    ["This morning the water was 14 degrees.", "This morning the water was 16 degrees."],
    ["Yesterday the ferry ran.", "Yesterday the ferry did not run."],
    ["Visitors at the zoo this Sunday: 940.", "Visitors at the zoo this Sunday: 1,120."],
    ["The lift is not working this afternoon.", "The lift is working this afternoon."],
  ])("%j and %j", (a, b) => {
    expect(judge(a, b, 24 * 8)).toBeNull();
  });
});

describe("the day that a word like “today” means", () => {
  test("is that of the telling: on one day two tellings contradict each other", () => {
    expect(judge("The kiosk is closed today.", "The kiosk is open today.", 2)).toBe("opposites");
    expect(judge("Nora is not at home today.", "Nora is at home today.", 2)).toBe("negation");
  });

  test("is reached from both sides", () => {
    expect(judge("The kiosk is closed tomorrow.", "The kiosk is open today.", 20)).toBe("opposites");
    expect(judge("The kiosk is closed tomorrow.", "The kiosk is open today.", 48)).toBeNull();
    const later = "The kiosk is closed the day after tomorrow.";
    expect(judge(later, "The kiosk is open today.", 20)).toBeNull();
    expect(judge(later, "The kiosk is open today.", 44)).toBe("opposites");
    expect(judge("The ferry ran today.", "The ferry did not run yesterday.", 24)).toBe("negation");
  });

  test("ends at midnight where the agent lives", () => {
    // Half past eleven at night there is half past ten in UTC.
    expect(judge("The kiosk is closed today.", "The kiosk is open today.", 5.5)).toBe("opposites");
    expect(judge("The kiosk is closed today.", "The kiosk is open today.", 6.5)).toBeNull();
  });

  test("says nothing of another day that is not named", () => {
    expect(judge("Nora is not at home.", "Nora is at home today.", 48)).toBeNull();
  });
});

test("a reading of another day is a change, and no contradiction", () => {
  const [a, b] = ["The puppy weighs 4.1 kg.", "The puppy weighs 4.6 kg."].map(read);
  expect(changeBetween(a ?? [], b ?? [], moments(48))).toBe("figures");
  expect(contradictionBetween(a ?? [], b ?? [], moments(48))).toBeNull();
  expect(contradictionBetween(a ?? [], b ?? [], moments(1))).toBe("figures");
});

describe("what is noted as it is read off", () => {
  test.each([
    ["heart rate 61", "heart rate 74"],
    ["insulin 9 units at 8", "insulin 4 units at 20"],
    ["stress level 2", "stress level 8"],
    ["lake at 3 m", "lake at 4 m"],
    ["The tank is at 40 litres.", "The tank is at 25 litres."],
    ["steps 4000", "steps 9000"],
  ])("may be otherwise an hour later: %s, %s", (a, b) => {
    expect(judge(a, b, 1)).toBeNull();
    const told = moments(1);
    expect(disagreementBetween(read(a), read(b), told)).toBeNull();
    expect(changeBetween(read(a), read(b), told)).toBe("figures");
  });

  test.each([
    ["door code 4711", "door code 2580"],
    ["The fare to Yell is 12 euros.", "The fare to Yell is 14 euros."],
    ["The meeting is in room 3.", "The meeting is in room 5."],
  ])("is not what stays as it is: %s, %s", (a, b) => {
    expect(judge(a, b, 1)).toBe("figures");
  });
});
