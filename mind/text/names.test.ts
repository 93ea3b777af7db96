import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { nameKey } from "./nameKey";
import { MAX_NAMES, namesIn } from "./names";

describe("namesIn", () => {
  test.each([
    ["She lives in New York with Tom.", ["New York", "Tom"]],
    ["Nous avons vu Amélie à Lyon.", ["Amélie", "Lyon"]],
    ["Der Server in Kiel steht.", ["Server", "Kiel"]],
    ["Wir trafen Herrn Yilmaz in Köln.", ["Herrn Yilmaz", "Köln"]],
    ["Мы встретили Анну в Москве.", ["Анну", "Москве"]],
    ["It is Tom’s bike, not Zoë's.", ["Tom", "Zoë"]],
    ["We called Dr. Weber and J. Doe.", ["Dr. Weber", "J. Doe"]],
    ["The backup runs on iPhone and GPT-4.", ["iPhone", "GPT-4"]],
  ])("finds capitalised runs inside sentences: %s", (text, names) => {
    expect(namesIn(text)).toEqual(names);
  });

  test.each([
    ["restarted nl-prod-3 behind api-gateway", ["nl-prod-3", "api-gateway"]],
    ["the column user_id is gone", ["user_id"]],
    ["ping @maria about #launch", ["@maria", "#launch"]],
    ["see https://www.example.org/Some/Page for more", ["example.org"]],
  ])("finds identifiers, handles, tags and hosts: %s", (text, names) => {
    expect(namesIn(text)).toEqual(names);
  });

  test.each([
    "Yesterday was quiet.",
    "I don't know. Why not?",
    "The meeting is on Monday in March.",
    "THE SERVER IS DOWN AGAIN",
    "Stocks Fall as Central Bank Raises Rates Again",
    "a well-known, hand-painted, long-lasting sign",
    "東京で会った",
    "",
  ])("finds no name in %j", (text) => {
    expect(namesIn(text)).toEqual([]);
  });

  test("treats the first word of a sentence as a name if it is one elsewhere or begins a longer run", () => {
    expect(namesIn("Berlin is large. I like Berlin.")).toEqual(["Berlin"]);
    expect(namesIn("Berlin is large.")).toEqual([]);
    expect(namesIn("Ada Lovelace wrote it.")).toEqual(["Ada Lovelace"]);
    expect(namesIn("Hey Ada, are you there?")).toEqual(["Ada"]);
  });

  test("returns each name once, as first written, up to the limit", () => {
    expect(namesIn("I saw ACME here, then Acme there")).toEqual(["ACME"]);
    const many = Array.from({ length: 40 }, (_, i) => `with @user${i}`).join(" ");
    expect(namesIn(many)).toHaveLength(MAX_NAMES);
  });

  test("finds only names from the text, with distinct keys", () => {
    fc.assert(
      fc.property(fc.string({ unit: "grapheme", maxLength: 200 }), (text) => {
        const names = namesIn(text);
        expect(new Set(names.map(nameKey)).size).toBe(names.length);
        for (const name of names) expect(nameKey(text)).toContain(nameKey(name).split(" ")[0]);
      }),
    );
  });
});
