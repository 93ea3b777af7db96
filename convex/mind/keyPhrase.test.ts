import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { keyPhrase, type Guidance } from "./keyPhrase";
import { idfOf } from "./rarity";
import { termsOf } from "./tokens";
import { lengthOf, oneLine } from "./wording";

const idf = idfOf(0, () => 0);
const phrase = (text: string, said = "", guidance: Partial<Guidance> = {}) =>
  keyPhrase(text, { said: new Set(said === "" ? [] : termsOf(said)), ...guidance }, idf);

describe("a key phrase", () => {
  test("is what the text says of what was said already", () => {
    expect(phrase("Prices in Oslo rose by 12 percent.", "Oslo")).toBe("rose by 12 percent");
    expect(phrase("The council of Kiel plans a new harbour.", "Kiel")).toBe("plans a new harbour");
  });

  test("ends before a clause does, and on no bare number", () => {
    expect(phrase("Acme closed, and 1,250 people lost their work.", "Acme")).not.toContain(",  and");
    expect(phrase("The patch is 2.3", "patch")).not.toMatch(/2\.3$/);
  });

  test("makes no number of digits that are part of a name", () => {
    expect(phrase("_0x")).toBe("_0x");
    expect(phrase("Relay_7up failed again.", "relay")).toMatch(/^_7up failed/);
  });

  test("leaves out no noun that it began to tell of", () => {
    const text = "The council votes seven to two for a new pier of steel.";
    expect(phrase(text, "pier", { wanted: new Set(termsOf("votes seven two")) })).toMatch(/^(?!.* a new$)/);
    expect(phrase("Votes for a new pier.", "pier", { wanted: new Set(termsOf("new")) })).toBe("Votes");
    expect(phrase("Otto swims again, which made the whole harbour smile.", "harbour")).not.toMatch(/whole$/);
  });

  test("leaves out nothing that something is done to, though it was said", () => {
    const storm = "The storm tore the roof off the lighthouse.";
    expect(phrase(storm, "roof")).toBe("storm tore the roof");
    expect(phrase("The council rejected the plan for the park.", "park")).toBe("council rejected the plan");
    expect(phrase("The team shipped the search feature.", "search")).toBe("team shipped the search feature");
    expect(phrase("Tourists missed the ferry and slept.", "ferry")).toBe("Tourists missed the ferry");
  });

  test("holds the word that it is wanted for", () => {
    const text = "Analysts at Reuters say that Bitcoin will fall within weeks.";
    expect(phrase(text, "Bitcoin", { wanted: new Set(termsOf("fall")) })).toContain("fall");
  });

  test("prefers what no other text says", () => {
    const text = "Snow fell on the mountains.";
    expect(phrase(text, "", { common: new Set(termsOf("snow")) })).toBe("fell on the mountains");
  });

  test("is no form of address, and does not end with one before its name", () => {
    const guidance = { wanted: new Set(termsOf("Dr Mrs")) };
    for (const text of ["The bill comes from Dr. Lund again.", "She owes Mrs Osei forty euros."])
      expect(phrase(text, "", guidance)).not.toMatch(/\b(?:Dr|Mrs)\.?$/);
    expect(phrase("She owes Mrs Osei forty euros.", "owes", guidance)).toMatch(/^Mrs Osei/);
  });

  test("is no quotation of a short text", () => {
    expect(phrase("The bell of Saint Olaf cracked in the frost.", "Saint Olaf")).toBe("cracked in the frost");
    expect(phrase("今日は東京で雨が降りました。", "東京")).toMatch(/…$/);
  });

  test("of any text stands in it, is short, and holds nothing that was said but as its object", () => {
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
        expect(lengthOf(found)).toBeLessThanOrEqual(Math.max(32, lengthOf(oneLine(written))));
        if (found.endsWith("…")) return;
        expect(oneLine(written)).toContain(found);
        const beside = found.replace(/ the (?:\S+ )?harbour\b/g, "");
        if (oneLine(written) !== found) expect(termsOf(beside)).not.toContain(termsOf("harbour")[0]);
      }),
    );
  });
});
