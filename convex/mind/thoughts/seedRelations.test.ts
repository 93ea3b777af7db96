import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { entitiesOf } from "../language/entities";
import { idfOf } from "../../../mind/ranking/idf";
import { relationsOf } from "./seedRelations";

const idf = idfOf(0, () => 0);
const relate = (...contents: string[]) =>
  relationsOf(
    contents.map((content) => ({ content, entities: entitiesOf(content) })),
    idf,
  );

describe("relations of seeds", () => {
  test.each([
    ["Sales rose 10% in May.", "Sales fell 4% in June."],
    ["On 2 May the team won the match.", "On 9 May the team lost the match."],
    ["In 2019 Vera was the mayor of Tarn.", "In 2023 Vera was not the mayor of Tarn."],
  ])("finds none that exclude each other where each has its own time: %j, %j", (one, other) => {
    const seeds = [one, other].map((content) => ({ content, entities: ["Vera"] }));
    const hard = relationsOf(
      seeds,
      idfOf(0, () => 0),
    ).tensions.filter(({ kind }) => kind !== "feeling");
    expect(hard).toEqual([]);
  });

  test("takes a seed as of when it was told, where that is known", () => {
    const day = 86_400_000;
    const tensions = (one: string, other: string, days: number) =>
      relationsOf(
        [one, other].map((content, i) => ({ content, entities: [], at: (20.5 + i * days) * day })),
        idf,
      ).tensions.map(({ kind }) => kind);
    expect(tensions("The kiosk is closed today.", "The kiosk is open today.", 3)).toEqual([]);
    expect(tensions("The kiosk is closed today.", "The kiosk is open today.", 0)).toEqual(["opposites"]);
    // What has become of it is worth telling.
    expect(tensions("The puppy weighs 4 kg.", "The puppy weighs 5 kg.", 3)).toEqual(["figures"]);
    const raised = "The office raised the mooring fee to 9 euros.";
    expect(tensions(raised, "The mooring fee is 7 euros.", 1)).toEqual(["figures"]);
    expect(tensions(raised, "The mooring fee is 7 euros.", -1)).toEqual([]);
  });

  test("what is shared may be a short word, or two that are one thing", () => {
    const named = (...contents: string[]) => relate(...contents).shared.map(({ name }) => name);
    expect(named("A dog barked.", "Whose dog is it?")).toEqual(["dog"]);
    expect(named("Customers ask for dark mode.", "They shipped dark mode in spring.")).toEqual(["dark mode"]);
    expect(named("Dark mode is here.", "It is dark in the mode room.")).toEqual(["mode"]);
    expect(named("The regatta starts at nine.", "The regatta starts at ten.")).toEqual(["regatta"]);
    expect(named("A new day.", "The new way.")).toEqual([]);
    expect(named("The cooling loop leaks.", "Valve 3 feeds the cooling loop.")).toEqual(["cooling loop"]);
    expect(named("Rolf cooks for the family.", "The family moves to Holm.")).toEqual(["family"]);
    expect(named("The call loadTiles fails.", "We sped loadTiles up.")).toEqual(["loadTiles"]);
    expect(named("Do not open valve 3.", "Valve 3 feeds the loop.")).toEqual(["valve 3"]);
    expect(named("Our cat hardly eats.", "We changed the cat's food.")).toEqual(["cat"]);
    expect(named("Le train de Lyon est parti.", "Une grève bloque la gare de Lyon.")).toEqual(["Lyon"]);
  });

  test.each([
    ["a verb", ["Omar likes tea.", "Vera likes coffee."]],
    ["a verb in the past", ["The market moved its hours.", "The Ortiz family moved to Lima."]],
    ["what both are like", ["The garden is dry.", "The well ran dry in August."]],
    ["a time", ["The dog barked all night.", "The night bus was late."]],
    ["a month", ["Joan retires in October.", "The clinic moves in October."]],
    [
      "how something was done",
      ["Two thirds of pensioners prefer the phone.", "My brothers argued by phone."],
    ],
    ["a measure", ["The mast is 20 metres high.", "The wave was 9 metres high."]],
    ["a speed", ["The van drove 90 km/h.", "Gusts reached 90 km/h."]],
    ["an amount", ["The strike cost a million.", "A million people voted."]],
  ])("%s is nothing that seeds are about", (_, contents) => {
    expect(relate(...contents).shared).toEqual([]);
  });

  test("where both were is shared where nothing else is", () => {
    const [one, other] = ["Ada slept on the ferry.", "Ben forgot his keys on the ferry."];
    expect(relate(one, other).shared).toMatchObject([{ name: "ferry", isPlace: true, seeds: [0, 1] }]);
    expect(relate(one, other, "Ben lost his keys.").shared.map(({ name }) => name)).not.toContain("ferry");
  });

  test("what is numbered or lettered is told apart from others of its kind", () => {
    const several = (...contents: string[]) => {
      const { shared, several: found } = relate(...contents);
      return { shared: shared.map(({ name }) => name), ones: found?.ones ?? [] };
    };
    expect(several("Gate B is shut.", "Gate C has a new lamp.")).toEqual({
      shared: [],
      ones: ["Gate B", "Gate C"],
    });
    expect(several("Tram 4 is late.", "We wait for tram 6.")).toEqual({
      shared: [],
      ones: ["tram 4", "tram 6"],
    });
    expect(several("Version 3.1 crashes.", "Version 3.2 is quick.").ones).toHaveLength(2);
    expect(several("Lift A hums.", "Lift B was oiled.", "Lift B is stuck.").shared).toEqual(["lift B"]);
    expect(several("Lift A hums.", "The lift was oiled.")).toEqual({ shared: ["lift"], ones: [] });
    expect(several("Road 9 is icy.", "Lorries on Road 9 drive slowly.").shared).toEqual(["Road 9"]);
    expect(several("The old kiln cracked.", "We love the new kiln.").ones).toEqual([
      "the old kiln",
      "the new kiln",
    ]);
    expect(several("The kiln cracked.", "We love the new kiln.").shared).toEqual(["kiln"]);
    expect(several("The car I bought hums.", "The car is red.")).toEqual({ shared: ["car"], ones: [] });
  });

  test("nor is what is so named by whoever sends it", () => {
    const seeds = ["Lift A", "Lift B"].map((entity, i) => ({ content: `It hums ${i}.`, entities: [entity] }));
    const { shared, several } = relationsOf(seeds, idf);
    expect({ shared, ones: several?.ones }).toEqual({ shared: [], ones: ["Lift A", "Lift B"] });
  });

  test("a function word among the entities of seeds is nothing that they share, but who is called so is", () => {
    const named = (entity: string, ...contents: string[]) =>
      relationsOf(
        contents.map((content) => ({ content, entities: [entity] })),
        idf,
      ).shared.map(({ name }) => name);
    expect(named("The", "The mole hides.", "The owl waits.")).toEqual([]);
    expect(named("this", "This time it rained.", "I like this.")).toEqual([]);
    expect(named("Will", "Will paints doors.", "We owe Will a beer.")).toEqual(["Will"]);
  });

  test("a name is shared in full, and what belongs to it is no second thing", () => {
    const named = (...contents: string[]) => relate(...contents).shared.map(({ name }) => name);
    expect(named("Lisbon harbour is closed.", "Strikes at Lisbon harbour go on.")).toEqual([
      "Lisbon harbour",
    ]);
    expect(named("The Mara river is rising.", "Goats drink from the Mara river.")).toEqual([
      "the Mara river",
    ]);
    expect(named("Mr Hall was late.", "The test of Mr Hall was lost.")).toEqual(["Mr Hall"]);
    expect(named("Lisbon harbour is closed.", "The mayor of Lisbon resigned.")).toEqual(["Lisbon"]);
  });

  test("a name that begins its sentences is one", () => {
    const shared = relate("Nadia never smokes.", "Nadia runs every morning.").shared;
    expect(shared).toEqual([{ name: "Nadia", isEntity: true, seeds: [0, 1] }]);
    for (const { isEntity } of relate("Prices rose again.", "Prices fell in May.").shared)
      expect(isEntity).toBe(false);
  });

  test("what is shared in other scripts is a word as far as can be told", () => {
    const named = (...contents: string[]) => relate(...contents).shared.map(({ name }) => name);
    expect(named("港口因暴风雨关闭了", "暴风雨持续了三天")).toEqual(["暴风雨"]);
    expect(named("東京駅で友達に会いました。", "東京駅は工事中です。")).toEqual(["東京駅"]);
    expect(named("昨日プリンを食べました。", "プリンターが壊れました。")).toEqual([]);
    expect(named("ท่าเรือปิดเพราะพายุ", "ชาวประมงรออยู่ที่ท่าเรือ")).toEqual(["ท่าเรือ"]);
    expect(named("서울역에서 만났습니다", "서울역에서 갔습니다")).toEqual(["서울역에서"]);
  });

  test.each([
    ["a form of address", ["I owe Mr Lund forty euros.", "The letter from Mr Osei came.", "mr abel rang."]],
    ["one in full", ["The bill of Doctor Lund came.", "We asked Doctor Osei."]],
    ["one of another language", ["Die Rechnung von Frau Lund kam.", "Frau Osei zahlt nie."]],
    ["a word of two letters", ["They go by bus.", "We go home early."]],
  ])("%s is nothing that seeds share", (_, contents) => {
    expect(relate(...contents).shared).toEqual([]);
  });

  test("a title is nothing shared by whom it was taken for a name", () => {
    const seeds = ["The Dr came late.", "The Dr left."].map((content) => ({ content, entities: ["Dr"] }));
    expect(relationsOf(seeds, idf).shared).toEqual([]);
  });

  test("names come before words, and what most share before the rest", () => {
    const { shared } = relate(
      "I saw the harbour of Kiel.",
      "We left Kiel by the harbour.",
      "The harbour froze.",
    );
    expect(shared[0]).toEqual({ name: "Kiel", isEntity: true, seeds: [0, 1] });
    expect(shared[1]).toMatchObject({ name: "harbour", isEntity: false, seeds: [0, 1, 2] });
  });

  test.each([
    ["a word with a name's stem", ["We left Signe at home.", "There is no sign of rain."]],
    ["a word with a name's letters", ["We met Rose in the park.", "The costs rose in the spring."]],
    ["a word that begins a sentence", ["It rained. Ferries stopped.", "Two ferries collided."]],
  ])("takes %s for no name", (_, contents) => {
    expect(relate(...contents).shared.filter(({ isEntity }) => isEntity)).toEqual([]);
  });

  test.each([
    ["at the head of a text", ["We left Signe at home.", "Signe paints."]],
    ["in a genitive", ["We left Signe at home.", "Rolf likes Signe's boat."]],
    ["where nothing has a capital", ["We left Signe at home.", "signe paints doors"]],
  ])("knows a name %s", (_, contents) => {
    expect(relate(...contents).shared[0]).toEqual({ name: "Signe", isEntity: true, seeds: [0, 1] });
  });

  test.each([
    ["opposites", "Rents in Kiel rise.", "Rents in Kiel fall.", ["rise", "fall"]],
    ["opposites", "Prices in Kiel are high.", "Prices in Kiel are low.", ["high", "low"]],
    [
      "opposites",
      "The pier is open to visitors from nine to five.",
      "The pier is closed to visitors until the planks are replaced.",
      ["open", "closed"],
    ],
    ["figures", "The pier is 80 metres long.", "The pier is 90 metres long.", ["80", "90"]],
    ["name", "The warden lives in Holm.", "The warden lives in Tarn.", ["Holm", "Tarn"]],
    ["time", "The regatta starts on Monday.", "The regatta starts on Tuesday.", null],
    ["negation", "The old bridge carries lorries.", "The old bridge never carries lorries.", null],
    ["opposites", "The road is long.", "Ada says that the road is short.", ["long", "short"]],
    ["negation", "Olaf says the sluice closed.", "The sluice did not close, says Signe.", null],
    [
      "feeling",
      "Everybody in Kiel loves the great new mole.",
      "The mole in Kiel is a terrible, ugly failure.",
      null,
    ],
  ])("finds %s", (kind, a, b, said) => {
    expect(relate(a, b).tensions).toEqual([{ kind, a: 0, b: 1, said }]);
  });

  test.each([
    ["two denials of one thing agree", "The shop is not open.", "The shop is closed."],
    [
      "other days of other things",
      "Ada left Kiel on Monday.",
      "On Friday the Kiel opera sang Verdi all night.",
    ],
    ["opposites about nothing in common", "Rents rise.", "Leaves fall in autumn."],
    [
      "opposites of two things of one place",
      "The Kiel library opens a hall for children.",
      "The Kiel harbour closes a hall for fish.",
    ],
    ["what was counted twice", "The clinic counted 12 new patients.", "The clinic counted 15 new patients."],
    ["the numbers of two things", "Order 12 was shipped.", "Order 13 was shipped."],
    ["what two are said to have done", "The mill in Tarn burned.", "The mill in Holm did not burn."],
    ["where it was heard", "In the news: The mill burned.", "Mara: The mill did not turn."],
    ["what somebody else expects", "The road is long.", "Ada expects that the road is short."],
    ["what is not so at all hours", "The pier is open from nine to five.", "The pier is closed on Mondays."],
  ])("finds no tension in %s", (_, a, b) => {
    expect(relate(a, b).tensions).toEqual([]);
  });

  test("finds which gives the other's reason", () => {
    const { causes, tensions } = relate(
      "A storm closed the harbour.",
      "The ferry could not leave because a storm closed the harbour.",
    );
    expect(causes).toEqual([{ effect: 1, cause: 0 }]);
    expect(tensions).toEqual([]);
  });

  test.each([
    [
      "words in common",
      "The ferry left because a storm was coming.",
      "The ferry was coming from the storm harbour.",
    ],
    ["what only comes after", "It rained in Kiel.", "The Kiel ferry was late."],
    [
      "somebody else's matter",
      "Nadia failed the driving test because she was tired.",
      "Omar was tired of the driving test.",
    ],
    ["what is not so", "The fair was moved because the square was flooded.", "The square was not flooded."],
  ])("takes %s for no reason", (_, one, other) => {
    expect(relate(one, other).causes).toEqual([]);
  });

  describe("a rule and what breaks it", () => {
    const breaches = (rule: string, deed: string) => relate(deed, rule).breaches;

    test.each([
      ["The contract forbids selling the boat before 2030.", "Olaf sold the boat in May."],
      ["Goats are not allowed in the churchyard.", "Signe feeds her goats in the churchyard."],
      ["Pilots must not drink wine on duty.", "A pilot drank wine on duty."],
      ["Fishing at the weir is forbidden.", "Two boys were fishing at the weir."],
      ["The club bans members from wearing hats at dinner.", "Rolf wore a hat at dinner."],
    ])("%s — %s", (rule, deed) => {
      expect(breaches(rule, deed)).toEqual([{ rule: 1, deed: 0 }]);
    });

    test.each([
      ["The contract forbids selling the boat.", "Olaf wanted to sell the boat."],
      ["The contract forbids selling the boat.", "Selling the boat is a dream of Olaf."],
      ["The contract forbids selling the boat.", "Olaf did not sell the boat."],
      ["The contract forbids selling the boat.", "Olaf sold the boat in Kiel."],
      ["The contract forbids selling the boat.", "Ruth's uncle sold the boat."],
      ["The contract forbids selling the boat.", "With our permission Olaf sold the boat."],
      ["The contract forbids selling the boat without notice.", "Olaf sold the boat."],
      ["Goats are not allowed in the churchyard.", "The churchyard lies behind the goat shed."],
      ["Olaf sold the boat.", "Signe sold the boat."],
    ])("but not surely: %s — %s", (rule, deed) => {
      expect(breaches(rule, deed)).toEqual([]);
    });
  });

  describe("a condition and what meets it", () => {
    const fulfilments = (condition: string, fact: string) =>
      relate(fact, condition).fulfilments.map(({ kind }) => kind);

    test.each([
      ["If it snows, the ferry stays in port.", "The forecast says snow.", "foreseen"],
      ["If it rains on Saturday the match is off.", "The forecast says rain on Saturday.", "foreseen"],
      ["The ferry stays in port if it snows.", "It is snowing on the coast.", "met"],
      ["If Signe retires, Olaf gets the farm.", "Signe retired on Sunday.", "met"],
      ["If the wound does not heal, we call the vet.", "The wound does not heal.", "met"],
      ["If the test is positive, Signe stays in bed.", "Signe's test is positive.", "met"],
    ])("%s — %s", (condition, fact, kind) => {
      expect(fulfilments(condition, fact)).toEqual([kind]);
    });

    test.each([
      ["If it snows, the ferry stays in port.", "It snowed yesterday."],
      ["If it snows on Sunday, the ferry stays in port.", "It is snowing on the coast."],
      ["If Signe retires, Olaf gets the farm.", "Signe's sister retired."],
      ["If Signe retires, Olaf gets the farm.", "Signe may retire."],
      ["If Signe retires, Olaf gets the farm.", "Signe does not retire."],
      ["If Signe retires, Olaf gets the farm.", "Olaf retired."],
      ["Even if Signe retires, Olaf stays poor.", "Signe retired."],
      ["Olaf asks if Signe retired.", "Signe retired."],
    ])("but not surely: %s — %s", (condition, fact) => {
      expect(fulfilments(condition, fact)).toEqual([]);
    });
  });

  test("every index names a seed, and shared things have two seeds at least", () => {
    const text = fc.oneof(
      fc.constantFrom("Rents in Kiel rise.", "Rents in Kiel fall.", "Why Kiel?", "雨が東京で降る"),
      fc.string({ unit: "grapheme", maxLength: 50 }),
    );
    fc.assert(
      fc.property(fc.array(text, { maxLength: 8 }), (contents) => {
        const { shared, tensions, causes, questions, feelings } = relate(...contents);
        expect(feelings).toHaveLength(contents.length);
        for (const { seeds } of shared) expect(seeds.length).toBeGreaterThan(1);
        const indices = [
          ...shared.flatMap(({ seeds }) => seeds),
          ...tensions.flatMap(({ a, b }) => [a, b]),
          ...causes.flatMap(({ effect, cause }) => [effect, cause]),
          ...questions.map(({ seed }) => seed),
        ];
        for (const index of indices) expect(contents[index]).toBeDefined();
        for (const { a, b } of tensions) expect(a).toBeLessThan(b);
      }),
      { numRuns: 40 },
    );
  });

  describe("told at moments", () => {
    const DAY = 86_400_000;
    const tensions = (...told: readonly (readonly [string, number | null])[]) =>
      relationsOf(
        told.map(([content, at]) => ({ content, entities: entitiesOf(content), at })),
        idf,
      ).tensions.map(({ kind }) => kind);

    test("what happened on two days is no dispute, nor do its voices differ", () => {
      const takings = ["Takings today: 240 euros.", "Takings today: 310 euros."] as const;
      expect(tensions([takings[0], 0], [takings[1], 2 * DAY])).toEqual([]);
      expect(tensions([takings[0], null], [takings[1], null])).toEqual(["figures"]);
      const choir = ["The choir in Tarn sang wonderfully.", "The choir in Tarn sang horribly."] as const;
      expect(tensions([choir[0], 0], [choir[1], 21 * DAY])).toEqual([]);
      expect(tensions([choir[0], 0], [choir[1], DAY / 12])).toEqual(["feeling"]);
    });

    test("what is so until somebody says otherwise stays one", () => {
      expect(tensions(["The warden lives in Holm.", 0], ["The warden lives in Tarn.", 9 * DAY])).toEqual([
        "name",
      ]);
    });
  });

  test("a question is no news, good or bad, whoever tells of it", () => {
    const feelings = relate(
      "Is the fire in the mill a disaster?",
      "A neighbour asks whether the mill is ruined.",
      "The fire in the mill is a disaster.",
    ).feelings;
    expect(feelings.slice(0, 2)).toEqual([0, 0]);
    expect(feelings[2]).toBeLessThan(0);
  });

  test("what is told to have been asked is a question, unless another answers it", () => {
    const asked = (...contents: string[]) => relate(...contents).questions.map(({ asked }) => asked);
    expect(asked("A guest asks whether the barn is heated.", "The barn is red.")).toEqual([
      "whether the barn is heated",
    ]);
    expect(asked("A guest asks whether the barn is heated.", "The barn is heated with wood.")).toEqual([]);
  });
});
