import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { sourcesOf, ungroundedClaims } from "../grounding/grounding";
import { lengthOf } from "../../../mind/text/phrasing";
import { idfOf } from "../../../mind/ranking/idf";
import { TONES } from "../../../mind/enums";
import { brillianceOf } from "./brilliance";
import { comparedText, repeats, thoughtNovelty, type ComparedText } from "./novelty";
import { reflexThought } from "./reflexThought";
import { selectSeeds, type Seed } from "./seeds";

const idf = idfOf(0, () => 0);
const THREES = [
  [
    "A storm closed the harbour of Kiel for two days.",
    "Prices for fish in Kiel rose by 12 percent this week.",
    "Maria wants to repaint her boat in Kiel before the winter.",
  ],
  [
    "OpenAI released a new reasoning model that costs half as much.",
    "Schools in Norway ban chatbots during exams, and OpenAI protests.",
    "A court in Hamburg ruled that OpenAI must disclose training data.",
  ],
  [
    "My sister Anna got the job at the museum, and we celebrated all night!",
    "Anna has wanted to work at the museum since she was a child.",
    "The museum opens a new wing for photography, which Anna will lead.",
  ],
  [
    "The train to Bergen was cancelled because of snow on the tracks.",
    "Heavy snow fell on the mountains near Bergen.",
    "Tourists in Bergen fill the hotels this week.",
  ],
  [
    "The Fed raised interest rates by a quarter point.",
    "House sales slowed as the Fed raised rates again.",
    "Ben postponed buying his house until the Fed eases.",
  ],
  [
    "Maria moved to Lisbon to work with Tomas.",
    "They invited Tomas to speak about archives.",
    "The council of Lisbon rebuilds the old quarter.",
  ],
];
const thoughtOn = (...seeds: (string | Seed)[]) => {
  const given = seeds.map((seed) => (typeof seed === "string" ? { content: seed, importance: 0.7 } : seed));
  const selection = selectSeeds(given, { force: true });
  if (selection.kind !== "enough") throw new Error(selection.reason);
  return reflexThought(selection.kept, idf);
};

describe("a reflex thought", () => {
  test("names what the seeds share", () => {
    const { content, tone } = thoughtOn("Ethical concerns about AI grow.", "AI research accelerates.");
    expect(content).toContain("AI");
    expect(content).toContain("“Ethical concerns about AI grow”");
    expect(tone).toBe("reflective");
  });

  test("names the words in which they pull apart, and turns curious where neither is told with trouble", () => {
    const { content } = thoughtOn("Rents in Kiel rise.", "Rents in Kiel fall.");
    expect(content).toMatch(/“rise”.*“fall”|“fall”.*“rise”/);
    expect(thoughtOn("The road to Kiel is long.", "The road to Kiel is short.").tone).toBe("curious");
  });

  test("meets in a place where nothing else joins the seeds", () => {
    const { content } = thoughtOn("Ada broke her wrist in the gym.", "Thieves were seen at the gym.");
    expect(content).toMatch(/the gym/);
    expect(content).toMatch(/chance/);
    expect(content).not.toMatch(/no thread|nothing that joins/);
  });

  test("tells of two that are numbered or lettered as two, and in no word as one", () => {
    const { content, confidence } = thoughtOn("Room 12 has a new carpet.", "Room 14 was painted in May.");
    expect(content).toMatch(/Room 12 and Room 14/);
    expect(content).toContain("What holds of the one need not hold of the other.");
    expect(confidence).toBeLessThan(thoughtOn("Room 12 is cold.", "Ada sleeps in room 12.").confidence);
    const feelings = thoughtOn("Team A won the great prize.", "Team B lost its best runner to injury.");
    expect(feelings.content).not.toMatch(/two tones|good news of|gladly/);
  });

  test("sets figures against each other, and builds on neither", () => {
    const { content } = thoughtOn(
      "The mole of Kiel is 80 metres long.",
      "The mole of Kiel is 90 metres long.",
    );
    expect(content).toContain("Until I know which of 80 and 90 holds");
    const counted = thoughtOn("The clinic counted 12 new patients.", "The clinic counted 15 new patients.");
    expect(counted.content).not.toMatch(/holds|compete/);
  });

  test("sets names and times against each other", () => {
    expect(thoughtOn("The warden lives in Holm.", "The warden lives in Tarn.").content).toMatch(
      /“Holm”.*“Tarn”|“Tarn”.*“Holm”/,
    );
    expect(thoughtOn("The regatta starts on Monday.", "The regatta starts on Tuesday.").content).toContain(
      "Two times compete over the regatta",
    );
  });

  test("notices a denial", () => {
    const { content } = thoughtOn(
      "The bridge to Fehmarn carries lorries.",
      "The bridge to Fehmarn carries no lorries.",
    );
    expect(content).toContain("What the one affirms the other denies over Fehmarn");
  });

  test("quotes the sentence that denies, and the one that it denies, whatever else the seeds tell", () => {
    const { content } = thoughtOn(
      "The sluice is a hundred years old and a pride of the town. It was built by monks. The sluice leaks.",
      "Rolf painted the sluice with the best tar that money can buy. The sluice does not leak.",
    );
    expect(content).toContain("sluice does not leak”");
    expect(content).toContain("sluice leaks”");
  });

  test("quotes of what joins two things the sentence that names both", () => {
    const { content } = thoughtOn(
      "The choir needs a tenor.",
      "Rolf works on Thursdays, when the choir meets.",
      "Rolf sails to Holm.",
    );
    expect(content).toContain("“Rolf works on Thursdays, when the choir meets”");
  });

  test("tells two reports that deny each other as such, a rule with what breaks it, and a condition with what meets it", () => {
    const reports = thoughtOn("Olaf says the sluice closed.", "The sluice did not close, says Signe.");
    expect(reports.content).toMatch(/affirms the other denies/);
    const broken = thoughtOn("The lease forbids keeping geese.", "Signe keeps geese behind the house.");
    expect(broken.content).toMatch(/rules out|should not be/);
    expect(broken.tone).toBe("concerned");
    const met = thoughtOn("If the tide is out, we walk to Holm.", "The tide is out.");
    expect(met.content).toMatch(/follow/);
    expect(met.content).not.toMatch(/whether it comes about/);
  });

  test("tells which explains which, whatever the order", () => {
    const storm = "A storm closed the harbour of Kiel.";
    const ferry = "The ferry could not leave Kiel because a storm closed the harbour.";
    for (const seeds of [
      [storm, ferry],
      [ferry, storm],
    ]) {
      const { content } = thoughtOn(...seeds);
      expect(content).toContain("“The ferry could not leave Kiel”");
      expect(content).toContain("“A storm closed the harbour of Kiel”");
      expect(content).toMatch(/has its reason|^Behind “ferry|explains “ferry|^That “ferry/);
    }
  });

  test("joins two things through the seed that has both", () => {
    const { content } = thoughtOn(
      "Maria moved to Lisbon to work with Tomas.",
      "They invited Tomas to speak about archives.",
      "The council of Lisbon rebuilds the old quarter.",
    );
    expect(content).toMatch(/(?:Lisbon and Tomas|Tomas and Lisbon)/);
    expect(content).toContain("“Maria moved to Lisbon to work with Tomas”");
  });

  test("builds nothing on a seed that denies the tie of what it names", () => {
    for (const denied of [
      "The flood was not caused by the dam.",
      "The dam has nothing to do with the flood.",
      "There is no link between the dam and the flood.",
    ]) {
      const { content } = thoughtOn("The dam was painted in May.", denied, "The flood began at nine.");
      expect(content).toContain(`“${denied.slice(0, -1)}” rules out`);
      expect(content).not.toMatch(/hang together by|in common|within reach|one picture|all of it rests/iu);
    }
  });

  test("takes for open nothing that was given up since", () => {
    for (const [plan, change] of [
      ["We plan to open a café in Molde.", "We are not opening the café in Molde after all."],
      ["The choir wants to tour Molde.", "The tour of Molde has been called off."],
    ] as const) {
      const { content } = thoughtOn(plan, change, "Molde has a good harbour.");
      expect(content).not.toMatch(/can still be changed|still to come|whether .* comes about/iu);
    }
  });

  test("joins nothing by an abbreviated day or a unit", () => {
    const { content } = thoughtOn(
      "flour min order 12, brought tue + fri",
      "takings tue 548",
      "oven min temp 180",
    );
    expect(content).not.toMatch(/“(?:tue|min)”/u);
  });

  test("leaves open what a seed asks", () => {
    const { content, tone } = thoughtOn(
      "Who rebuilds the index of Anima?",
      "Anima lost the index this week.",
    );
    expect(content).toContain("The question among them is what stays open.");
    expect(tone).toBe("curious");
  });

  test("says so where nothing joins them, and is less sure", () => {
    const apart = thoughtOn("Ada finished the Finnish poems.", "The dishwasher leaks again.");
    expect(apart.content).toMatch(/I find nothing that joins|I see no thread/);
    expect(apart.confidence).toBeLessThan(thoughtOn("Ada wrote poems.", "Poems by Ada sell.").confidence);
  });

  test("is concerned by trouble and excited by delight", () => {
    expect(thoughtOn("Kiel mourns a terrible death.", "A horrible fire destroyed homes in Kiel.").tone).toBe(
      "concerned",
    );
    expect(
      thoughtOn("Kiel won, what a wonderful joy!", "Everybody loves the great victory of Kiel!").tone,
    ).toBe("excited");
  });

  const APART = ["The server crashed at 3 am.", "The backup ran at 4 am.", "A gull stole some bread."];
  const apart = (...importances: number[]) =>
    thoughtOn(...importances.map((importance, i) => ({ content: APART[i] ?? "", importance }))).content;

  test("never says that two texts have no word in common, which small words belie", () => {
    expect(apart(0.9, 0.9)).not.toMatch(/no word|nothing in “/);
  });

  test("follows one of them first only where it weighs more than all the others", () => {
    expect(apart(0.9, 0.4)).toContain("since it weighs more with me");
    expect(apart(0.9, 0.4, 0.4)).toContain("since it weighs more with me");
    for (const equal of [apart(0.9, 0.9), apart(0, 0), apart(0.9, 0.9, 0.4)])
      expect(equal).not.toContain("since it weighs more with me");
  });

  test("leaves out none of three that nothing joins", () => {
    expect(apart(0.9, 0.8, 0.7)).toMatch(/“[^”]*(?:gull|bread)[^”]*” stands apart from both as well/);
  });

  test.each([
    [["Kiel builds a mole.", "Ships wait before Kiel.", "A fire closed the market of Kiel."]],
    [["Rents in Kiel rise.", "Rents in Kiel fall.", "Ada left Kiel."]],
    [
      [
        "Maria moved to Lisbon to work with Tomas.",
        "They invited Tomas to speak about archives.",
        "The council of Lisbon rebuilds the old quarter.",
      ],
    ],
    [["Ada finished the poems.", "The dishwasher leaks again.", "A gull stole some bread."]],
    [["Anna leads the museum.", "The museum opens a wing.", "Anna hired nine painters for the museum."]],
  ])("is the same whoever told what first: %s", (contents) => {
    const [a = "", b = "", c = ""] = contents;
    const { content } = thoughtOn(a, b, c);
    for (const order of [
      [a, c, b],
      [b, a, c],
      [b, c, a],
      [c, a, b],
      [c, b, a],
    ])
      expect(thoughtOn(...order).content).toBe(content);
  });

  test("tells of plans that want the same time as such", () => {
    const { content, tone } = thoughtOn(
      "I promised Mira the report by June.",
      "The report needs six weeks of work.",
      "I am on holiday in May.",
    );
    expect(content).toMatch(/until June/i);
    expect(content).toContain("“The report needs six weeks of work”");
    expect(content).toContain("on holiday in May");
    expect(tone).toBe("concerned");
  });

  test.each([
    ["Bello died last night.", "Bello was our dog for twelve years."],
    ["Ruth has not missed a dose.", "Ruth's blood pressure is lower."],
    ["Joan retires in October.", "Joan trained the new nurse."],
    ["The cellar flooded because it rained.", "The wine in the cellar is ruined."],
  ])("foretells nothing that no seed gives ground for: %s %s", (...contents) => {
    expect(thoughtOn(...contents).content).not.toMatch(/next (?:trouble|loss)|may well matter|goes on/);
  });

  test.each([
    ["The test was not positive.", "The test was repeated.", "was not positive"],
    ["Ruth does not want to move to a home.", "Ruth fell twice.", "does not want to move to a home"],
    ["The well is no longer contaminated.", "The well was sealed.", "no longer contaminated"],
    ["Dad might have cancer.", "Dad sees the doctor.", "might have cancer"],
  ])("quotes what is denied or merely possible as that: %s", (one, other, whole) => {
    expect(thoughtOn(one, other).content).toContain(whole);
  });

  test("is surer of seeds that share more than a name", () => {
    const named = thoughtOn("Anna sings.", "Anna owns a boat.").confidence;
    expect(thoughtOn("Anna leads the museum.", "The museum promoted Anna.").confidence).toBeGreaterThan(
      named,
    );
    expect(named).toBeGreaterThan(thoughtOn("Anna sings.", "Ben owns a boat.").confidence);
  });

  test("puts a word that was sent as a name in quotation marks, for it reads as none", () => {
    const seeds = [
      { content: "The ferry waits at the pier.", importance: 0.7, entities: ["ferry"] },
      { content: "Passengers of the ferry complained.", importance: 0.7, entities: ["ferry"] },
    ];
    const { content } = thoughtOn(...seeds);
    expect(content).toContain("“ferry”");
    expect(content.replace(/“[^”]*”/g, "")).not.toContain("ferry");
  });

  test("is half as sure of what only the agent itself has said", () => {
    const [one, two] = ["Ada wrote poems.", "Poems by Ada sell."].map((content) => ({
      content,
      importance: 0.7,
    }));
    if (one === undefined || two === undefined) throw new Error("two seeds");
    const own = thoughtOn({ ...one, own: true }, { ...two, own: true });
    expect(own.confidence).toBeCloseTo(thoughtOn(one, two).confidence / 2, 4);
  });

  test("combines and does not repeat: of three weighty seeds with a name in common it makes something brilliant", () => {
    const earlier: ComparedText[] = [];
    const brilliant = THREES.filter((contents) => {
      const selection = selectSeeds(contents.map((content) => ({ content, importance: 0.75 })));
      if (selection.kind !== "enough") throw new Error(selection.reason);
      const { content, confidence } = reflexThought(selection.kept, idf);
      const compared = { earlier, seeds: contents.map((text) => comparedText(text)) };
      const { novelty } = thoughtNovelty(comparedText(content), compared, idf);
      expect(repeats(comparedText(content), earlier, idf)).toBe(false);
      expect(ungroundedClaims(content, sourcesOf(contents))).toEqual([]);
      earlier.unshift(comparedText(content));
      return brillianceOf(selection.kept, { novelty, confidence }).isBrilliant;
    });
    expect(brilliant.length).toBeGreaterThanOrEqual(THREES.length / 2);
  });

  test("works in scripts without spaces", () => {
    expect(thoughtOn("今日は東京で雨が降りました。", "東京の雨は明日も続くでしょう。").content).toContain(
      "“東京”",
    );
  });

  const sentence = fc.oneof(
    fc.constantFrom(
      "A storm closed the harbour of Kiel on Monday.",
      "The ferry to Oslo could not leave because of the storm.",
      "Prices in Oslo rose by 12 percent.",
      "Prices in Oslo fell by 9 percent, said Ada Lovelace.",
      "Why does nobody in Kiel answer?",
      "I love the new harbour!",
      "Nobody was hurt in Kiel.",
      "“Wait…” she said (twice).",
    ),
    fc.string({ unit: "grapheme", minLength: 1, maxLength: 60 }),
  );
  const seeds = fc.array(
    fc.record({
      content: sentence,
      importance: fc.double({ min: 0, max: 1, noNaN: true }),
      own: fc.boolean(),
    }),
    { minLength: 1, maxLength: 10 },
  );

  test("of any seeds is bounded, sound, the same again, and claims nothing that they don't hold", () => {
    fc.assert(
      fc.property(seeds, (given) => {
        const made = thoughtOn(...given);
        expect(made).toEqual(thoughtOn(...given));
        expect(lengthOf(made.content)).toBeGreaterThan(10);
        expect(lengthOf(made.content)).toBeLessThanOrEqual(800);
        expect(made.content).not.toMatch(/undefined|null|NaN/);
        expect(TONES).toContain(made.tone);
        expect(made.confidence).toBeGreaterThanOrEqual(0.1);
        expect(made.confidence).toBeLessThanOrEqual(0.9);
        expect(ungroundedClaims(made.content, sourcesOf(given.map(({ content }) => content)))).toEqual([]);
      }),
      { numRuns: 40, examples: [[["＿𝟎Ⰰ", "."].map((content) => ({ content, importance: 0, own: false }))]] },
    );
  });

  test("quotes of a long text the sentence that names what it turns on, and no heading", () => {
    const manual =
      "# Cleaning\n\nWipe the funnel on Mondays.\n\n# Faults\n\nThe boiler shows F9 when the pump is stuck.";
    const { content } = thoughtOn(manual, "The boiler in the hall shows F9.");
    expect(content).toMatch(/“[^”]*(?:shows F9|pump is stuck)[^”]*”/);
    expect(content).not.toMatch(/Cleaning|Faults|funnel/);
  });

  describe("of seeds whose moments are known", () => {
    const DAY = 86_400_000;
    const at = (content: string, days: number): Seed => ({ content, importance: 0.7, at: days * DAY });

    test("says which of two that disagree is the later", () => {
      const { content } = thoughtOn(at("The warden lives in Holm.", 0), at("The warden lives in Tarn.", 9));
      expect(content).toMatch(/nine days/);
      expect(content).not.toMatch(/which is the later|neither says/);
    });

    test("tells their order where nothing else follows of them, and never claims to be told no more", () => {
      const pair = ["The mill in Holm has a new wheel.", "Children paint the mill in Holm."] as const;
      const { content } = thoughtOn(at(pair[0], 0), at(pair[1], 3));
      expect(content).toContain("three days");
      expect(content).not.toMatch(/which came first|all that I have/);
    });

    test("names a question beside them only where it is of the same, and of late", () => {
      const pair = [at("Ruth paints the mill in Holm.", 9), at("Ruth sells postcards in Holm.", 9)] as const;
      const asked = (question: string, days: number) =>
        thoughtOn(...pair, { ...at(question, days), importance: 0.31 }).content;
      expect(asked("Does Ruth repair clocks?", 9)).toContain("repair clocks?");
      expect(asked("Does Ruth repair clocks?", 2)).not.toContain("stays open");
      expect(asked("Who feeds the swans?", 9)).not.toContain("stays open");
    });

    test("has no question open that one of them answers", () => {
      const { content } = thoughtOn(
        "A guest asks whether the barn in Holm is heated.",
        "The barn in Holm is heated with wood.",
      );
      expect(content).not.toMatch(/question|before it is sure/);
    });
  });
});
