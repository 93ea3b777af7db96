/** Who has none of a thing, and who has one of whatever kind. */
import { describe, expect, test } from "vitest";
import { claimsOf } from "./claims";
import { contradictionBetween } from "./contradictions";
import { statementsOf } from "./statements";

const judge = (a: string, b: string) => {
  const [p, q] = [a, b].map((text) => statementsOf(text, claimsOf(text).names));
  return contradictionBetween(p ?? [], q ?? []);
};

describe("to have none and", () => {
  test.each([
    ["I have no pets.", "I have a dog that sleeps in the kitchen by the stove."],
    ["I have no pets.", "I have an old dog from Spain."],
    ["I have no pets.", "I have a dog, Rex."],
    ["I have no pets.", "I have a cat named Mimi."],
    ["I have no pets.", "I have two black cats."],
    ["I don't have any pets.", "My cat sleeps all day."],
    ["Mira has no pets.", "Mira has a tortoise and a budgie."],
    ["I have no siblings.", "My older brother lives in Canada."],
    ["Tom has no siblings.", "Tom has an older sister called Eva."],
    ["Anna has no children.", "Anna has a daughter who plays the cello."],
    ["Anna has no children.", "Anna has a son named Leo."],
    ["We have no car.", "We have a red car."],
    ["I don't own a car.", "My car is in the garage."],
    ["I have no pets because I travel a lot.", "I have a cat named Mimi."],
    ["I have no husband.", "My husband works at the mill."],
    ["Lea: I have no siblings.", "Lea: My sister is a nurse."],
  ])("to have one: %j and %j", (a, b) => {
    expect(judge(a, b)).toBe("negation");
    expect(judge(b, a)).toBe("negation");
  });

  test.each([
    ["I have no pets.", "I have a dog sitter."],
    ["I have no pets.", "I have a dog allergy."],
    ["I have no pets.", "I have a toy dog."],
    ["I have no pets.", "I had a dog that slept in the kitchen."],
    ["I have no pets.", "My dog died last year."],
    ["I have no pets.", "I have a dog to look after this weekend."],
    ["I have no pets.", "I have a friend with a dog."],
    ["I have no pets.", "I might have a dog soon."],
    ["I have no pets.", "If I have a dog, it sleeps outside."],
    ["I have no pets.", "My dog's vet is in Kiel."],
    ["I have no pets.", "My sister has a dog that sleeps in the kitchen."],
    ["I have no pets in the office.", "I have a dog named Rex."],
    ["I have no time for a dog.", "I have a dog named Rex."],
    ["I have no dog.", "I have a cat named Mimi."],
    ["I have no siblings.", "My brother in law lives in Kiel."],
    ["I have no siblings.", "I have a sister in law in Rome."],
    ["Anna has no children.", "Tom has a son named Leo."],
    ["I have no children with him.", "I have a son in Bergen."],
    ["I have no car.", "I have a rental car."],
    ["I have no car.", "My car is sold."],
    ["I have no house.", "I have a house in mind."],
    ["I have no house.", "I have a house guest."],
    ["We have no garden.", "My garden is lovely."],
    ["I have no pets when I travel.", "I have a cat named Mimi."],
    ["I have pets.", "I have a dog named Rex."],
    ["I have no pets.", "I have no dog that barks."],
    ["I have no pets.", "I sometimes have a dog at home."],
    ["I often have no car.", "I have a red car with a dent."],
    ["I have no idea.", "I have an idea about the party."],
    ["Lea: I have no siblings.", "Tom: My sister is a nurse."],
    ["Yesterday I had no car.", "I have a red car."],
    ["On Fridays I have no car.", "I have a red car with a dent."],
  ])("not %j and %j", (a, b) => {
    expect(judge(a, b)).toBeNull();
    expect(judge(b, a)).toBeNull();
  });
});

describe("what somebody has", () => {
  test("is of the present, whatever participle describes it", () => {
    const tense = (text: string) => statementsOf(text, claimsOf(text).names)[0]?.tense;
    expect(tense("Tom has a boat moored in Voss.")).toBe("present");
    expect(tense("Tom has two doors painted red.")).toBe("present");
    expect(tense("Tom has already painted the doors.")).toBe("perfect");
  });
});
