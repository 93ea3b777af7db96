import { describe, expect, test } from "vitest";
import { weightOf } from "../importance/weight";
import { mattersFrom } from "../importance/weightyMatters";
import { HYPONYMS } from "../search/hyponyms";
import { MATTERS } from "../search/matters";
import { relatedTerms } from "../search/relatedTerms";
import { matchesOf, searchText } from "../search/searchRanking";
import { idfOf } from "../../../mind/ranking/idf";
import { claimsOf } from "../statements/claims";
import { contradictionBetween } from "../statements/contradictions";
import { areOpposite } from "../statements/opposites";
import { statementsOf } from "../statements/statements";
import { entitiesOf } from "./entities";
import { irregularBase, regularForm } from "./irregularForms";
import { senseOf } from "./senses";
import { areSynonyms, synonymGroups } from "./synonyms";
import { AS_TOLD, OWN_BASES, tableBase, tableStem, tableStems } from "./tableWords";
import { termsOf, tokensOf } from "./tokens";

describe("tables of words", () => {
  test("hold base forms, and by name those that are written as another word's inflection", () => {
    const words = [...synonymGroups().flat(), ...(`${HYPONYMS} ${MATTERS}`.match(/[a-z0-9-]+/g) ?? [])];
    const altered = words.filter((word) => regularForm(word) !== word);
    expect(altered.filter((word) => !OWN_BASES.has(word) && !AS_TOLD.has(word))).toEqual([]);
    // Those that are read when they are first asked for.
    expect(mattersFrom("found")).not.toHaveLength(0);
    expect(mattersFrom("find").flatMap(({ parts }) => parts.map(({ isName }) => isName))).not.toContain(true);
  });

  test("name no word that is not written so", () => {
    for (const word of [...OWN_BASES, ...AS_TOLD]) expect(irregularBase(word), word).not.toBeNull();
  });

  test("are refused where they hold an inflection", () => {
    expect(() => tableStems("go went")).toThrow("No base form: went");
    expect(tableBase("found")).toBe("found");
    expect(tableStem("founded")).toBe("found");
    expect(tableStem("left")).toBe("leav");
  });

  test("find in a text what is founded, and not what is found", () => {
    expect([termsOf("founded"), termsOf("found")]).toEqual([["found"], ["find"]]);
    const weight = (text: string) => weightOf(tokensOf(text), entitiesOf(text));
    expect(weight("She founded a bakery.")).toBeCloseTo(0.15);
    expect(weight("She found a bakery that sells rye bread.")).toBe(0);
  });
});

describe("a wound", () => {
  test("is an injury, and the wind is none", () => {
    const [wound = "", wind = "", injury = ""] = termsOf("wound wind injury");
    expect([areSynonyms(wound, injury), areSynonyms(wind, injury)]).toEqual([true, false]);
    expect(relatedTerms("injury")).toContain("wound");
    expect(relatedTerms("injury")).not.toContain("wind");
  });
});

describe("statements", () => {
  const judge = (a: string, b: string) => {
    const [p, q] = [a, b].map((text) => statementsOf(text, claimsOf(text).names));
    return contradictionBetween(p ?? [], q ?? []);
  };
  test.each([
    ["The choir was founded in 1920.", "The choir was founded in 1930."],
    ["The blast wounded 12 people.", "The blast wounded 15 people."],
    ["The archive is kept in Bergen.", "The archive is kept in Oslo."],
    ["The script is written in Ruby.", "The script is written in Perl."],
  ])("can't both hold: %j and %j", (a, b) => {
    expect(judge(a, b)).not.toBeNull();
  });

  test("keep their opposites where a side is written as an inflection", () => {
    const opposite = (a: string, b: string) => areOpposite(senseOf(a), senseOf(b));
    expect([opposite("left", "right"), opposite("better", "worse"), opposite("best", "worst")]).toEqual([
      true,
      true,
      true,
    ]);
  });
});

describe("a search", () => {
  test("for tools or flowers is none for who saw or what rose", () => {
    expect(relatedTerms("tools")).toContain("saw");
    expect(relatedTerms("tools")).not.toContain("see");
    expect(relatedTerms("flower")).toContain("rose");
    expect(relatedTerms("flower")).not.toContain("rise");
    const texts = ["I own a drill and a hammer.", "I saw Jonas on the pier."];
    const candidates = texts.map((text, key) => ({
      key,
      text: searchText(text),
      meaning: null,
      before: [],
      after: null,
    }));
    const found = matchesOf(
      "Which tools do I own?",
      candidates,
      idfOf(0, () => 0),
    );
    expect(found.get(0)?.similarity).toBeGreaterThan(found.get(1)?.similarity ?? 0);
  });
});
