import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { codePoint } from "../../../test/support/codePoint";
import { expectProportional } from "../../test.growth";
import { entitiesOf, entityKey, MOST_ENTITIES } from "./entities";

describe("entitiesOf", () => {
  test.each<[string, string[]]>([
    ["Caroline went to Paris with Sarah on 7 May 2023.", ["Caroline", "Paris", "Sarah", "7 May 2023"]],
    [
      "Yesterday I saw Dr. Jane Goodall at the University of Oxford",
      ["Dr. Jane Goodall", "University of Oxford"],
    ],
    ["NASA's James Webb telescope. iPhone 15 is out.", ["NASA", "James Webb", "iPhone 15"]],
    ["Met @ada at #ConvexConf, write to ada@example.org", ["@ada", "#ConvexConf", "ada@example.org"]],
    ["She loves “The Left Hand of Darkness”.", ["The Left Hand of Darkness"]],
    ["See https://www.example.com/a?b=1 and www.Example.com.", ["example.com"]],
    ["Melanie: Hey Caroline! Good to see you!", ["Melanie", "Caroline"]],
    ["AT&T and Procter & Gamble merged", ["AT&T", "Procter & Gamble"]],
  ])("finds in %j: %j", (text, entities) => {
    expect(entitiesOf(text)).toEqual(entities);
  });

  test.each([
    "Thanks! That's great. I'm glad.",
    "Fixing bugs all day. Finally done.",
    "People said it would rain. Everyone was late.",
    "I may march on. We may win.",
    "nothing here is capitalised, not even 3 of 5 words",
    "",
  ])("takes no sentence's first word for a name in %j", (text) => {
    expect(entitiesOf(text)).toEqual([]);
  });

  test.each<[string, string[]]>([
    ["Hearing Lena play the piano made me cry.", ["Lena"]],
    ["Met Anna and Tom at the Louvre.", ["Anna", "Tom", "Louvre"]],
    ["Carried Biscuit home. Call Mrs. Okafor!", ["Biscuit", "Okafor"]],
    ["We waited for the Dr all day, and then for Prof. Berg", ["Prof. Berg"]],
    ["Eventually Tom came to Leeds.", ["Tom", "Leeds"]],
    ["Sailing the Marigold at dawn is bliss.", ["Marigold"]],
    ["Visited the Prado in Madrid.", ["Prado", "Madrid"]],
    ["Descaled the Moccamaster.", ["Moccamaster"]],
    ["Ran the Great North Run in two hours.", ["Great North Run"]],
    ["Rain stopped play. Tomatoes need sun.", []],
  ])("takes no word for a part of a name that a sentence happens to begin with: %j", (text, entities) => {
    expect(entitiesOf(text)).toEqual(entities);
  });

  test.each<[string, string]>([
    ["New York never sleeps.", "New York"],
    ["The Bank of England raised the rate.", "Bank of England"],
    ["Bank of England notes are made of plastic.", "Bank of England"],
    ["I finished the Great North Run.", "Great North Run"],
    ["Great North Run places sell out fast.", "Great North Run"],
    ["We read about the Second World War.", "Second World War"],
    ["United Nations troops came.", "United Nations"],
    ["University of Oxford papers are here.", "University of Oxford"],
    ["Rice University is in Houston.", "Rice University"],
    ["Irving Berlin wrote songs.", "Irving Berlin"],
    ["Alfred Hitchcock filmed it.", "Alfred Hitchcock"],
    ["Rose Tyler left.", "Rose Tyler"],
    ["Sally Smith sang.", "Sally Smith"],
    ["Catherine the Great ruled there.", "Catherine the Great"],
    ["Anna read Winnie the Pooh to us.", "Winnie the Pooh"],
  ])("leaves a name whole in %j: %j", (text, name) => {
    expect(entitiesOf(text)).toContain(name);
  });

  test.each<[string, string]>([
    ["We planted them on 3 May.", "3 May"],
    ["We leave on 3 Dec. It will be cold.", "3 Dec"],
    ["We left on 3 Dec. 2025.", "3 Dec. 2025"],
    ["We drove to Leeds!", "Leeds"],
    ["Ask Ann. Bob left.", "Ann"],
    ["We drove to St. Gallen. Ann slept.", "St. Gallen"],
    ["She was read “The Left Hand of Darkness”.", "The Left Hand of Darkness"],
  ])("ends an entity before the sentence does in %j: %j", (text, entity) => {
    expect(entitiesOf(text)).toContain(entity);
  });

  test("takes a first word for a name where another place shows it to be one", () => {
    expect(entitiesOf("Berlin. I love Berlin!")).toEqual(["Berlin"]);
  });

  test.each([
    ["Will moved to Rome.", ["Will", "Rome"]],
    ["Will Smith came.", ["Will Smith"]],
    ["Ask Per. Per will know.", ["Per"]],
    ["Will Mara come? May I?", ["Mara"]],
  ])("tells a name from a function word in %j", (text, entities) => {
    expect(entitiesOf(text)).toEqual(entities);
  });

  test("reads months after a preposition or with a day, and weekdays", () => {
    expect(entitiesOf("We met in May, on Tuesday, and again March 3rd")).toEqual([
      "May",
      "Tuesday",
      "March 3rd",
    ]);
  });

  test("names each entity once, whatever its case", () => {
    expect(entitiesOf("I saw ACME here, then Acme there")).toEqual(["ACME"]);
  });

  test("yields at most sixteen, none blank, each once, and the same again, for any text", () => {
    fc.assert(
      fc.property(fc.string({ unit: codePoint, maxLength: 300 }), (text) => {
        const entities = entitiesOf(text);
        expect(entities.length).toBeLessThanOrEqual(MOST_ENTITIES);
        expect(new Set(entities.map(entityKey)).size).toBe(entities.length);
        for (const entity of entities) expect(entity.trim()).not.toBe("");
        expect(entitiesOf(text)).toEqual(entities);
      }),
    );
    const names = Array.from({ length: 40 }, (_, i) => `met Person${i}`).join(", ");
    expect(entitiesOf(names)).toHaveLength(MOST_ENTITIES);
  });

  test("tears no character where it cuts a long name", () => {
    const [tag = ""] = entitiesOf(`see #${"𐐨".repeat(40)}`);
    expect(tag).toBe(`#${"𐐨".repeat(39)}`);
  });

  test("costs in proportion to length, on a text of capitals too", () => {
    expectProportional((copies) => entitiesOf("Anna Berta of the Carla ".repeat(copies)), 5000);
  });

  test.each<[string, string[]]>([
    ["Ran 10 km along the Thames.", ["Thames"]],
    ["TODO: fix the login before the demo", []],
    ["User: I live in Oslo.", ["Oslo"]],
    ["Review: 'The soup was cold.'", []],
    ["Comments: none so far.", []],
    ["Reply 12 on the menu: 'More soup!'", []],
    ["Caroline: I live in Oslo.", ["Caroline", "Oslo"]],
    ["He is called User now.", ["User"]],
    ["I WANT A REFUND NOW", []],
    ["NASA HQ", ["NASA HQ"]],
    ["The NASA office is in DC, said the CTO.", ["NASA", "DC", "CTO"]],
  ])("takes no label, figure or shout for a name: %j", (text, names) => {
    expect(entitiesOf(text)).toEqual(names);
  });
});
