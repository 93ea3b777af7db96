import { describe, expect, test } from "vitest";
import { Mentions } from "../memory/mentions";
import { companyOf, recurringMatters } from "./recurringMatters";
import { evidence } from "./test.reflections";

const matters = (texts: readonly string[], ...sought: string[]) => {
  const told = texts.map((text, day) => evidence("episodic", text, day));
  return recurringMatters(told, sought, new Mentions(told));
};
const names = (texts: readonly string[], ...sought: string[]) =>
  matters(texts, ...sought).map(({ name }) => name);

describe("what comes back in evidence", () => {
  test("is counted in all of it, what most speak of first", () => {
    const texts = [
      ...Array.from({ length: 20 }, (_, i) => `The gull ${i} stole bread from Ada.`),
      "Ben rang the bell.",
      "Ben mended the bell.",
    ];
    const [first] = matters(texts);
    expect(first).toMatchObject({ name: "Ada", isEntity: true });
    expect(first?.seeds).toHaveLength(20);
  });

  test.each([
    ["measures of time", ["She is six years old.", "He moved two years ago."]],
    ["what comes", ["Ida comes on Friday.", "The bus comes late."]],
    ["what somebody likes better", ["I prefer tea.", "We prefer the hills."]],
    ["verbs in any form", ["The bus broke down.", "My mother broke her hip.", "The bus breaks down."]],
    ["what something is like", ["Ida is allergic to nuts.", "Ben is allergic to dust."]],
    ["degrees", ["The new printer is faster.", "We found a faster way."]],
    ["currencies", ["It cost 300 kroner.", "The rent is 9,000 kroner."]],
    [
      "verbs of which no list knows",
      ["Ada knits socks.", "I knitted a scarf.", "My aunt knits on the train."],
    ],
    ["verbs that stand where nouns do", ["The roof leaks.", "The tap leaks at night."]],
    ["how often something is", ["We met twice.", "Turn the key twice."]],
    ["part of a compound", ["It is salmon-flavoured.", "A cherry-flavoured drink."]],
  ])("is not told by %s", (what, texts) => {
    for (const word of [
      "year",
      "come",
      "prefer",
      "broke",
      "break",
      "allergic",
      "fast",
      "kroner",
      "flavour",
      "knit",
      "leak",
      "twice",
    ])
      expect(
        names(texts).some((name) => name.startsWith(word)),
        what,
      ).toBe(false);
  });

  test.each([
    ["a noun that is a verb elsewhere", "tests", ["The tests failed.", "We mended the tests."]],
    ["a noun", "ferry", ["The ferry is late.", "We missed the ferry."]],
    [
      "a compound whose first word is a verb elsewhere",
      "water barrel",
      ["The water barrel ran dry.", "Ida filled the water barrel."],
    ],
    ["a word of another script", "東京", ["東京に住む", "東京は大きい"]],
  ])("may be %s", (_, name, texts) => expect(names(texts)).toContain(name));

  test("is a compound and not its first word, and who somebody is under the shortest name", () => {
    const told = [
      "Lena restarted the report worker.",
      "The report worker no longer sleeps.",
      "A report worker costs 40 euros.",
      "Grandma Ilse baked.",
      "Grandma Ilse fell.",
      "Ben drove Ilse home.",
    ];
    expect(names(told)).toEqual(["Ilse", "report worker"]);
    expect(names(told, "Ilse")).not.toContain("Grandma Ilse");
  });

  test("is looked for in what mentions the focus, where two do", () => {
    const texts = [
      "I run along the fjord.",
      "Running by the fjord calms me.",
      "My aunt met Ada in Voss.",
      "My aunt left Ada in Voss.",
    ];
    expect(names(texts, "running")).toEqual(["fjord"]);
    expect(names(texts, "swimming")).toContain("Ada");
  });

  test("goes with what comes back in the same memories", () => {
    const all = matters([
      "Ada fed the goats with Ben.",
      "Ada milked the goats with Ben.",
      "Ada slept.",
      "Ben left with Ida.",
    ]);
    const [ada] = all;
    expect(ada?.name).toBe("Ada");
    expect(ada === undefined ? [] : companyOf(ada, all).map(({ name }) => name)).toEqual(["Ben", "goats"]);
  });
});
