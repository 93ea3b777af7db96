import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { termsOf } from "../language/tokens";
import { lengthOf, oneLine } from "../../../mind/text/phrasing";
import { idfOf } from "../../../mind/ranking/idf";
import { keyPhrase, type Guidance } from "./keyPhrase";

const idf = idfOf(0, () => 0);
const phrase = (text: string, said = "", guidance: Partial<Guidance> = {}) =>
  keyPhrase(text, { said: new Set(said === "" ? [] : termsOf(said)), ...guidance }, idf);

describe("a key phrase", () => {
  test("is what the text says of what was said already, with its subject", () => {
    expect(phrase("Oslo grew by 12 percent.", "Oslo")).toBe("Oslo grew by 12 percent");
    expect(phrase("The council plans a new harbour.", "council")).toBe("The council plans a new harbour");
  });

  test.each([
    ["The red boat is missing.", "boat", "The red boat is missing"],
    ["No dogs in barn 3, the lease says so", "barn", "No dogs in barn 3, the lease says so"],
    ["Runa is at home w/ a broken arm", "Runa", "Runa is at home w/ a broken arm"],
    ["Runa left w/o a coat", "Runa", "Runa left w/o a coat"],
    ["The rent of barn 3 is 640", "barn", "The rent of barn 3 is 640"],
  ])("of %s is no stump", (text, said, whole) => {
    expect(phrase(text, said)).toBe(whole);
  });

  test("keeps the subject where that is another than what was said", () => {
    expect(phrase("Prices in Oslo rose by 12 percent.", "Oslo")).toBe("Prices in Oslo rose by 12 percent");
    expect(phrase("Ruth's daughter lives in Leeds.", "Ruth")).toBe("Ruth's daughter lives in Leeds");
  });

  test.each([
    ["The test was not positive.", "test", /not positive/],
    ["Mr Hall is not allergic to penicillin.", "Hall", /not allergic to penicillin/],
    ["The vaccine cannot cause autism.", "vaccine", /cannot cause autism/],
    ["Nobody at the clinic was infected.", "clinic", /^Nobody at the clinic was infected/],
    ["Lena hasn't paid the rent.", "Lena", /hasn't paid the rent/],
    ["The plant in Varna opened without a safety inspection.", "Varna", /without a safety inspection/],
    ["Port Ellen has no doctor.", "Port Ellen", /no doctor/],
    ["Do not open valve 3.", "valve", /^Do not open valve 3/],
    ["The well is no longer contaminated.", "well", /no longer contaminated/],
    ["The diocese sends Sister Agnes no money.", "Sister Agnes", /no money/],
    ["The report was not, as the paper had it, forged.", "report", /not.*forged/],
    ["The shop sells no bread, milk or eggs.", "shop", /no bread/],
    ["Das Wasser ist nicht sauber.", "Wasser", /nicht sauber/],
  ])("holds the denial of %s", (text, said, denied) => {
    expect(phrase(text, said)).toMatch(denied);
    for (const wanted of termsOf(text))
      expect(phrase(text, said, { wanted: new Set([wanted]) })).toMatch(denied);
  });

  test.each([
    ["Dad might have cancer.", "cancer", /might/],
    ["Ruth does not want to move to a home.", "move home", /not want to move/],
    ["If it rains, the fair is cancelled.", "cancelled", /^If it rains, the fair is cancelled/],
    ["The fair is cancelled if it rains.", "rains", /cancelled if it rains/],
    ["Otto refused to sign the lease.", "lease", /refused to sign the lease/],
    ["Tom says the backup ran.", "backup", /^Tom says/],
    ["Had Ruth paid, the flat would be hers.", "Ruth paid", /^Had Ruth paid, the flat would be hers/],
    ["Lena almost drowned.", "drowned", /almost drowned/],
    ["Perhaps the pump leaks.", "pump leaks", /^Perhaps/],
    ["Analysts deny that Acme owes taxes.", "taxes", /deny that/],
    ["Did Ruth pay the rent?", "rent", /\?$/],
    ["Marta plans to quit the choir.", "choir quit", /plans to quit/],
  ])("asserts no more than %s does", (text, wanted, whole) => {
    expect(phrase(text, "", { wanted: new Set(termsOf(wanted)) })).toMatch(whole);
  });

  test("of what stands beside a denial, in a part of its own, may be without it", () => {
    expect(phrase("The mill burned, but the barn did not.", "mill")).toBe("The mill burned");
    expect(phrase("Ada sold the boat, but Ben never sailed.", "Ada")).toBe("Ada sold the boat");
  });

  test.each([
    ["The bakery on Elm Street closed on Friday.", "Elm", "The bakery on Elm Street closed on Friday"],
    ["Bello died last night.", "Bello", "Bello died last night"],
    ["Vera lives next to the mill.", "Vera", "Vera lives next to the mill"],
    ["The airline cancelled ninety flights.", "airline", "The airline cancelled ninety flights"],
    ["The pond froze over last week.", "pond", "The pond froze over last week"],
    ["Tomatoes on the balcony are ripe.", "tomatoes", "Tomatoes on the balcony are ripe"],
    ["I am on holiday in May.", "", "I am on holiday in May"],
    [
      "I am worried that the loan is too much for a club of our size.",
      "loan",
      "the loan is too much for a club of our size",
    ],
    ["The server crashed at 3 am.", "server", "The server crashed at 3 am"],
  ])("cuts no part of %s in two", (text, said, whole) => {
    expect(phrase(text, said)).toBe(whole);
  });

  test.each([
    ["The kiln stays at 940 °C in the night.", "kiln", "The kiln stays at 940 °C in the night"],
    ["The kiln is at 940 °C.", "kiln", "The kiln is at 940 °C"],
    ["The stove costs $75.", "stove", "The stove costs $75"],
    ["The stove costs 75 €.", "stove", "The stove costs 75 €"],
    ["The refund of £120 is overdue.", "refund", "The refund of £120 is overdue"],
    ["Door #7 opens the vault.", "", "Door #7 opens the vault"],
    ["Olsen & Daughters mend the nets.", "", "Olsen & Daughters mend the nets"],
    ["Peru thanked the U.S. for the seeds.", "Peru", "Peru thanked the U.S. for the seeds"],
    ["Peru thanked the U.S.", "Peru", "Peru thanked the U.S."],
    ["Ida wrote to K. Brandt about the dam.", "Ida", "Ida wrote to K. Brandt about the dam"],
    [
      "The form at https://tide.example/f?id=q is broken.",
      "",
      "The form at https://tide.example/f?id=q is broken",
    ],
  ])("tears no sign, unit, abbreviation or address off in %s", (text, said, whole) => {
    expect(phrase(text, said)).toBe(whole);
  });

  test.each([
    ["On Sunday Pia feeds the goats.", "goats"],
    ["Until Sunday Pia is in Lyon.", "Pia"],
    ["Since Sunday Pia feeds the goats.", "goats"],
    ["At the quay a crane fell.", "quay"],
    ["From Sunday to Tuesday the goats sleep in the barn.", "goats"],
    ["During the storm the mast of the yacht broke.", "yacht"],
    ["Before noon the baker sold every loaf.", "loaf"],
    ["On Sunday, Pia feeds the goats.", "goats"],
    ["On Sunday, Pia feeds the goats.", "Pia"],
    ["In 2019, the yard sold its cranes.", "yard"],
    ["Last week, the weir was closed.", "weir"],
    ["Tomorrow, the weir is closed.", "weir"],
  ])("takes along the preposition that opens %s", (text, said) => {
    for (const known of ["", said]) expect(phrase(text, known)).toBe(text.slice(0, -1));
  });

  test("keeps the subject that stands for nothing", () => {
    expect(phrase("It is said that the mill is haunted.", "mill")).toBe(
      "It is said that the mill is haunted",
    );
  });

  test("is never merely who says it", () => {
    expect(phrase("It was a goal, says the keeper.", "goal")).toMatch(/^It was a goal/);
  });

  test("is no subject cut off from its verb by an apposition", () => {
    const text = "Our oldest goat, Bella, broke the fence.";
    expect(phrase(text, "Bella")).toBe(text.slice(0, -1));
    expect(phrase("The goats, the hens and the geese sleep.", "goats")).not.toBe("The goats");
  });

  test("ends before a clause does, and on no bare number", () => {
    expect(phrase("Acme closed, and 1,250 people lost their work.", "Acme")).not.toContain(",  and");
    expect(phrase("Ada counted 1,250 gulls.", "Ada")).toBe("Ada counted 1,250 gulls");
  });

  test("makes no number of digits that are part of a name", () => {
    expect(phrase("_0x")).toBe("_0x");
    expect(phrase("Relay_7up failed again.", "relay")).toMatch(/^_7up failed/);
  });

  test("leaves out no noun that it began to tell of", () => {
    const text = "The council votes seven to two for a new pier of steel.";
    expect(phrase(text, "pier", { wanted: new Set(termsOf("votes seven two")) })).toMatch(/^(?!.* a new$)/);
    expect(phrase("Votes for a new pier.", "pier", { wanted: new Set(termsOf("new")) })).toBe(
      "Votes for a new pier",
    );
    expect(phrase("Otto swims again, which made the whole harbour smile.", "harbour")).not.toMatch(/whole$/);
  });

  test("leaves out nothing that something is done to, though it was said", () => {
    const storm = "The storm tore the roof off the lighthouse.";
    expect(phrase(storm, "roof")).toBe("The storm tore the roof off the lighthouse");
    expect(phrase("The council rejected the plan for the park.", "park")).toBe(
      "The council rejected the plan for the park",
    );
    expect(phrase("The team shipped the search feature.", "search")).toBe(
      "The team shipped the search feature",
    );
    expect(phrase("Tourists missed the ferry and slept.", "ferry")).toMatch(/^Tourists missed the ferry/);
  });

  test("holds the word that it is wanted for", () => {
    const text = "Analysts at Reuters say that Bitcoin will fall within weeks.";
    expect(phrase(text, "Bitcoin", { wanted: new Set(termsOf("fall")) })).toContain("fall");
  });

  test("prefers what no other text says", () => {
    const text = "Snow fell on the mountains.";
    expect(phrase(text, "", { common: new Set(termsOf("snow")) })).toContain("fell on the mountains");
  });

  test("is no form of address, and does not end with one before its name", () => {
    const guidance = { wanted: new Set(termsOf("Dr Mrs")) };
    for (const text of ["The bill comes from Dr. Lund again.", "She owes Mrs Osei forty euros."])
      expect(phrase(text, "", guidance)).not.toMatch(/\b(?:Dr|Mrs)\.?$/);
    expect(phrase("She owes Mrs Osei forty euros.", "owes", guidance)).toMatch(/Mrs Osei/);
  });

  test("takes what a stroke joins for one word", () => {
    expect(phrase("Gusts of 80 km/h are expected in Holm tonight.", "Holm")).not.toMatch(/^h /);
  });

  test("is no quotation of a short text", () => {
    const long =
      "The bell of Saint Olaf cracked in the frost of January, and the sexton rang a borrowed one at noon.";
    expect(lengthOf(phrase(long, "Saint Olaf"))).toBeLessThan(lengthOf(long) * 0.7);
    expect(phrase("今日は東京で雨が降りました。", "東京")).toMatch(/…$/);
  });

  test("of any text stands in it, and is short", () => {
    const text = fc.oneof(
      fc.string({ unit: "grapheme", maxLength: 80 }),
      fc
        .array(fc.constantFrom("Kiel", "harbour", "the", "12", "storm,", "of", "closed.", "new"), {
          maxLength: 12,
        })
        .map((words) => words.join(" ")),
    );
    fc.assert(
      fc.property(text, (written) => {
        const found = phrase(written, "harbour");
        expect(lengthOf(found)).toBeLessThanOrEqual(Math.max(33, lengthOf(oneLine(written))));
        if (found.endsWith("…")) return;
        expect(oneLine(written)).toContain(found);
      }),
    );
  });
});
