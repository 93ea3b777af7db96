import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { codePoint } from "../../../test/support/codePoint";
import { lengthOf } from "../../../mind/text/phrasing";
import { MEMORY_TYPES, REFLECTION_TYPES, type MemoryType } from "../../../mind/enums";
import type { ReflectionMatter } from "./reflectionMatter";
import { reflexReflection } from "./reflexReflection";
import { DAY, HARBOUR, evidence, matter } from "./test.reflections";

describe("a reflection without a model", () => {
  test("on knowledge tells what recurs, what disagrees and what is open", () => {
    const { content, cites } = reflexReflection(matter());
    expect(content).toBe(
      "“ferry” comes back in four of the eight memories that I looked at, from 1 March 2026 to 10 April 2026: " +
        "“To ring in the ferry, strike the bell three times and wait for the lamp.” and “The ferry Aurora is back, to great joy in Havnby.” " +
        "Beside it stands “pier”, in three memories. " +
        "Not all of it may agree: I was told “The pier is open to visitors from nine to five.”, on 3 March 2026, and “The pier is closed to visitors until the planks are replaced.”, on 3 April 2026; if they exclude each other, I lean to the later. " +
        "Still open is “Is the pier ready for the festival?”",
    );
    expect(cites).toEqual([1, 2, 3, 4, 6, 7, 8]);
  });

  test("tells last what was told, not what was asked and answered", () => {
    const contents = ["Anna lives in Kiel.", "Anna plays chess.", "Where does Anna live?"];
    const told = contents.map((content, i) => evidence("semantic", content, 20 + i / 50));
    for (const type of ["knowledge", "growth"] as const) {
      const { content } = reflexReflection(matter({ type, focus: "Anna", evidence: told, disputes: [] }));
      expect(content).not.toContain("“Where does Anna live?”");
      expect(content).toContain("Anna plays chess.");
    }
  });

  test("takes a question neither for news nor for a feeling", () => {
    const told = [
      evidence("episodic", "The sauna is not open in August.", 10),
      evidence("episodic", "Is the sauna open in August?", 11),
      evidence("episodic", "In a note: Which is the most wonderful sauna?", 12),
      evidence("episodic", "In a note: who is the most horrible guest", 13),
    ];
    for (const type of REFLECTION_TYPES) {
      const { content } = reflexReflection(matter({ type, evidence: told }));
      expect(content).not.toMatch(/agree|otherwise|brightest|darkest|glad|troubled|has become/);
    }
  });

  test("on feeling tells how much there is, its height and depth, and its course", () => {
    const { content } = reflexReflection(matter({ type: "emotional" }));
    expect(content).toContain("Eight memories, and how they feel:");
    expect(content).toContain("The brightest, of 10 April 2026: “The ferry Aurora is back");
    expect(content).toContain("the darkest, of 9 March 2026: “Ben is furious");
    expect(content).toContain("Since 1 March 2026 the tone has brightened");
  });

  test("on doings tells how things are done and who is at it again", () => {
    const { content } = reflexReflection(matter({ type: "behavioral" }));
    expect(content).toContain("Of how things are done I hold “To ring in the ferry");
    expect(content).toContain("Aurora has a part in two of the eight memories that I looked at,");
    expect(content).toContain("All of it reached me in the evening.");
  });

  test("on growth tells what was overturned and what stayed", () => {
    const { content } = reflexReflection(matter({ type: "growth" }));
    expect(content).toContain("“open” has become “closed”");
    expect(content).toContain("“ferry” has stayed with me throughout.");
  });

  test("differs by type, and by focus", () => {
    const all = [
      ...REFLECTION_TYPES.map((type) => reflexReflection(matter({ type })).content),
      reflexReflection(matter({ focus: "the pier" })).content,
    ];
    expect(new Set(all).size).toBe(all.length);
    expect(all.at(-1)).toMatch(
      /^On “the pier” I looked at eight memories, three of which mention it\. “visitors” comes back in two/,
    );
  });

  test("takes opposites and numbers of different things for no change", () => {
    const growth = (...texts: string[]) =>
      reflexReflection(
        matter({ type: "growth", evidence: texts.map((text, i) => evidence("semantic", text, i)) }),
      ).content;
    expect(
      growth("The mayor opened the library with a speech.", "The library on Elm Street closes at six."),
    ).not.toContain("become");
    expect(growth("Order 12 was shipped.", "Order 13 was shipped.")).not.toContain("become");
    expect(growth("The fare to Yell is 12 euros.", "The fare to Yell is 14 euros.")).toContain(
      "“12” has become “14”",
    );
  });

  test("says of two memories that they disagree, or that one explains the other, only where the texts bear it", () => {
    const knowledge = (...texts: string[]) =>
      reflexReflection(matter({ evidence: texts.map((text, i) => evidence("semantic", text, i)) })).content;
    const apart = [
      ["The old bridge in Tarn is long and open.", "The new bridge in Tarn is short and closed."],
      ["Ada's team won the match in Kiel.", "Ben's team lost the match in Kiel."],
      [
        "The bus to Tarn was late because of the snow.",
        "The snow in Tarn was late this year because of the wind.",
      ],
    ];
    for (const texts of apart) expect(knowledge(...texts)).not.toMatch(/agree|explains/);
    expect(knowledge("The warden lives in Holm.", "The warden lives in Tarn.")).toContain("may agree");
    expect(knowledge("The bus broke down.", "We were late because the bus had broken down.")).toContain(
      "One explains another: “The bus broke down.” gives a reason for",
    );
  });

  test("says of a focus no more than that what bears on it was looked at", () => {
    const opening = (focus: string, shown = HARBOUR) =>
      reflexReflection(matter({ focus, evidence: shown })).content;
    expect(opening("ferry")).toMatch(/^On “ferry” I looked at eight memories, four of which mention it\./);
    expect(opening("lighthouse")).toMatch(/none of which mention it\./);
    expect(opening("ferry", HARBOUR.slice(0, 1))).toMatch(/one memory, which mentions it\./);
    expect(opening("ferry", [...HARBOUR.slice(2, 4)])).toMatch(/two memories, both of which mention it\./);
  });

  test("quotes once what was told again and again", () => {
    const again = [0, 1, 2].map((day) => evidence("episodic", "The pump of the well failed.", day));
    expect(reflexReflection(matter({ evidence: again, focus: "pump of the well" })).content).toContain(
      "All three memories that I looked at say the same, from 1 March 2026 to 3 March 2026: “The pump of the well failed.”",
    );
    const other = evidence("episodic", "Ida bought a lamp.", 3);
    const { content } = reflexReflection(matter({ evidence: [...again, other] }));
    expect(content).toMatch(
      /^Three of the four memories that I looked at say the same, from 1 March 2026 to 3 March 2026: “The pump of the well failed\.”/,
    );
  });

  test("answers what is asked with the sentence that comes nearest to an answer", () => {
    const shown = [
      evidence("semantic", "The library opened in May. The mayor is Olga Brandt. It rained all day.", 0),
      evidence("semantic", "The library lends tools.", 1),
    ];
    const { content, cites } = reflexReflection(matter({ focus: "Who is the mayor?", evidence: shown }));
    expect(content).toMatch(
      /^On “Who is the mayor\?” I looked at two memories\. Nearest to an answer comes “The mayor is Olga Brandt\.”$/,
    );
    expect(cites).toEqual([1]);
    expect(reflexReflection(matter({ focus: "Who sells umbrellas?" })).content).not.toContain("an answer");
  });

  test("quotes the one memory that it has once", () => {
    const shown = [evidence("semantic", "The mayor is Olga Brandt.", 0)];
    for (const type of REFLECTION_TYPES)
      expect(reflexReflection(matter({ type, focus: "Who is the mayor?", evidence: shown })).content).toBe(
        "On “Who is the mayor?” I looked at one memory. Nearest to an answer comes “The mayor is Olga Brandt.”",
      );
  });

  test("quotes a memory once that is the weightiest, the latest told and the earliest", () => {
    const told = [
      evidence("episodic", "Olaf has not rowed.", 10),
      evidence("episodic", "Has Olaf rowed?", 10.01),
      evidence("episodic", "who is Olaf", 10.02),
    ];
    const { content } = reflexReflection(matter({ focus: "Olaf", evidence: told }));
    expect(content.split("“Olaf has not rowed.”")).toHaveLength(2);
  });

  test('says of two memories of one day neither "all" nor "both" twice', () => {
    const told = ["The red barn leaks.", "Ida painted the red barn."].map((text, i) =>
      evidence("episodic", text, 10 + i / 50),
    );
    expect(reflexReflection(matter({ evidence: told })).content).toContain(
      "comes back in both memories that I looked at, on 11 March 2026: ",
    );
  });

  test("takes the words in which things are heard for nothing that they have in common", () => {
    const shown = [
      evidence("episodic", "In the news: The dam broke.", 0),
      evidence("episodic", "In the news: A gull stole some bread.", 1),
      evidence("episodic", "Mara: I mend the bell.", 2),
      evidence("episodic", "Mara: The lamp is dark.", 3),
    ];
    const { content } = reflexReflection(matter({ evidence: shown }));
    expect(content).not.toContain("news");
    expect(content).toMatch(/^Mara comes back in two of the four memories/);
  });

  test("tells of few memories without feeling in the right number", () => {
    const flat = [evidence("semantic", "The clock is round.", 0), evidence("semantic", "Ink is blue.", 1)];
    const felt = (shown: typeof flat) =>
      reflexReflection(matter({ type: "emotional", evidence: shown })).content;
    expect(felt(flat)).toContain("Both memories that I looked at are told without much feeling.");
    expect(felt(flat.slice(0, 1))).toBe("The one memory that I looked at is told without much feeling.");
  });

  test("says of two memories and of three, each in its way, that they have nothing in common", () => {
    const strangers = ["The clock is round.", "Ink is blue.", "A gull stole some bread."];
    const said = (count: number) =>
      reflexReflection(
        matter({ evidence: strangers.slice(0, count).map((text, i) => evidence("semantic", text, i)) }),
      ).content;
    expect(said(2)).toContain("I see nothing that the two memories that I looked at have in common;");
    expect(said(3)).toContain("nothing that any two of the three memories that I looked at have in common;");
  });

  const ofOneDay = [
    evidence("episodic", "What a joy, Elm Street got lovely trees!", 0),
    evidence("episodic", "Everybody loves the trees of Elm Street, wonderful.", 0.01),
    evidence("episodic", "Terrible: thieves robbed the bakery.", 0.02),
    evidence("episodic", "The bakery mourns, a horrible loss.", 0.03),
  ];
  const spread = (days: readonly number[]) =>
    ofOneDay.map((memory, i) => ({ ...memory, createdAt: memory.createdAt + (days[i] ?? 0) * DAY }));

  test("on growth says “since” of no day that may not be over", () => {
    expect(reflexReflection(matter({ type: "growth", evidence: ofOneDay })).content).not.toMatch(
      /since|nothing later|came up/i,
    );
    const { content } = reflexReflection(matter({ type: "growth", evidence: spread([0, 1, 5, 6]) }));
    expect(content).toContain("“bakery” has come up since 6 March 2026");
    expect(content).toContain("nothing later than 2 March 2026 speaks of Elm Street");
    expect(content).toContain("Since 1 March 2026 the tone has darkened");
    expect(reflexReflection(matter({ type: "growth", evidence: spread([0, 1, 5, 5]) })).content).toContain(
      "“bakery” came up on 6 March 2026",
    );
  });

  test("on feeling says nothing of a course within a day", () => {
    expect(reflexReflection(matter({ type: "emotional", evidence: ofOneDay })).content).not.toContain(
      "Since",
    );
  });

  test("quotes nothing without what was said otherwise since", () => {
    const shown = [
      evidence("semantic", "Liv is allergic to peanuts.", 0),
      evidence("emotional", "I was sad that Liv is allergic to peanuts.", 1),
      evidence("semantic", "Liv is not allergic to peanuts after all, the doctor said.", 20),
      evidence("semantic", "I prefer tea to coffee.", 21),
      evidence("semantic", "I prefer coffee to tea.", 40),
    ];
    for (const type of REFLECTION_TYPES) {
      const { content } = reflexReflection(matter({ type, evidence: shown }));
      if (content.includes("“Liv is allergic to peanuts.”")) expect(content, type).toContain("“Liv is not");
      if (content.includes("“I prefer tea")) expect(content, type).toContain("“I prefer coffee");
    }
    const { content, cites } = reflexReflection(matter({ type: "growth", evidence: shown.slice(3) }));
    expect(content).toContain(
      "I was told “I prefer tea to coffee.”, on 10 April 2026 “I prefer coffee to tea.”",
    );
    expect(cites).toEqual([1, 2]);
  });

  test("tells of what is known to contradict, whatever the words", () => {
    const shown = [
      evidence("semantic", "The rehearsal is in the old mill.", 0),
      evidence("semantic", "We sing at the school now.", 9),
    ];
    const disputes = [{ older: 0, newer: 1 }];
    const said = (told: typeof disputes) =>
      reflexReflection(matter({ evidence: shown, disputes: told })).content;
    expect(said(disputes)).toContain(
      "Not all of it may agree: I was told “The rehearsal is in the old mill.”",
    );
    expect(said([])).not.toContain("agree");
  });

  test("tells more when it looks deep: what comes back, and with whom", () => {
    const shown = [
      evidence("episodic", "Ada fed the goats with Ben.", 0),
      evidence("episodic", "Ada milked the goats with Ben.", 1),
      evidence("episodic", "Ada slept late.", 2),
      evidence("episodic", "The mill of Tarn burned.", 3),
      evidence("episodic", "Tarn has a new mill.", 4),
      evidence("episodic", "Olga mended the lamp.", 5),
      evidence("episodic", "The lamp of Olga fell.", 6),
    ];
    const [shallow, deep] = (["shallow", "deep"] as const).map((depth) =>
      reflexReflection(matter({ depth, evidence: shown })),
    );
    expect(shallow?.content).toMatch(
      /^Ada comes back in three of the seven memories that I looked at, from .*: “.*” and “.*” Beside it stands (?:Olga|Tarn), in two memories\.$/,
    );
    expect(deep?.content).toContain("together with Ben and “goats”: “Ada milked");
    expect(deep?.content).toContain(
      "Tarn comes back in two, together with “mill”, lately “Tarn has a new mill.”",
    );
    expect(deep?.content).toContain("Olga comes back in two");
    expect(deep?.cites.length).toBeGreaterThan(shallow?.cites.length ?? 0);
  });

  test("takes for the height and depth of feeling what was stored as a feeling", () => {
    const shown = [
      evidence("episodic", "Ada won a great prize, hooray!", 0, { sentiment: 0.9 }),
      evidence("emotional", "I was glad for Ada.", 1, { sentiment: 0.5 }),
      evidence("episodic", "Ida lost her first tooth.", 2, { sentiment: -0.4 }),
    ];
    const { content } = reflexReflection(matter({ type: "emotional", evidence: shown }));
    expect(content).toContain("The brightest, of 2 March 2026: “I was glad for Ada.”");
    expect(content).toContain("the darkest, of 3 March 2026: “Ida lost her first tooth.”");
  });

  test("on doings counts what was done, not what is known or felt", () => {
    const shown = [
      evidence("emotional", "I am nervous about Tarn.", 0),
      evidence("semantic", "Tarn lies by a lake.", 1),
      evidence("semantic", "Tarn has a mill.", 2),
      evidence("episodic", "Ada fed the goats.", 3),
      evidence("episodic", "Ada milked the goats.", 4),
    ];
    expect(reflexReflection(matter({ type: "behavioral", evidence: shown })).content).toMatch(
      /^Ada has a part in two of the five memories/,
    );
  });

  test("quotes what is asked once, as open", () => {
    const shown = [
      evidence("episodic", "Ada fed the goats in Tarn.", 0),
      evidence("episodic", "Tarn has a new mill.", 1),
      evidence("episodic", "Who lives in Tarn?", 2),
    ];
    for (const focus of [null, "Tarn"])
      expect(
        reflexReflection(matter({ depth: "deep", focus, evidence: shown })).content.split(
          "“Who lives in Tarn?”",
        ),
      ).toHaveLength(2);
  });

  test("tells of a change of tone only where the tone has another name after it", () => {
    const felt = (...feelings: number[]) =>
      reflexReflection(
        matter({
          type: "growth",
          evidence: feelings.map((sentiment, i) => evidence("episodic", `Note ${i}.`, i, { sentiment })),
        }),
      ).content;
    expect(felt(-0.2, -0.1, 0.2, 0.1)).not.toContain("the tone");
    expect(felt(0.3, 0.3, 0.9, 0.9)).not.toContain("the tone");
    expect(felt(-0.2, -0.1, 0.3, 0.4)).toContain("the tone has brightened, from even to glad");
  });

  test("on doings takes no instruction and no finding of nothing for a turn", () => {
    const turns = (...texts: string[]) =>
      reflexReflection(
        matter({ type: "behavioral", evidence: texts.map((text, i) => evidence("episodic", text, i)) }),
      ).content;
    expect(
      turns(
        "To light the lamp, open the glass first and strike the match.",
        "Doctors find no sign of cancer.",
      ),
    ).not.toContain("turn or a decision");
    expect(turns("Tomas decided to stay.", "It rained.")).toContain(
      "One memory tells of a turn or a decision, from 1 March 2026: “Tomas decided to stay.”",
    );
  });

  test("on doings quotes two different things, though the last was stored twice", () => {
    const texts = ["Olga fed the goats.", "Olga milked the goats.", "olga milked the goats"];
    const { content } = reflexReflection(
      matter({ type: "behavioral", evidence: texts.map((text, i) => evidence("episodic", text, i)) }),
    );
    expect(content).toContain("lately “Olga fed the goats.” and “olga milked the goats”");
  });

  test("does not count a day's bustle as growth", () => {
    const within = HARBOUR.map((memory, i) => ({ ...memory, createdAt: DAY + i }));
    const { content } = reflexReflection(matter({ type: "growth", evidence: within }));
    expect(content).toContain("too short to tell growth from a busy hour");
  });

  test("is less sure with one memory than with many, and with doubtful ones", () => {
    const [first] = HARBOUR;
    if (first === undefined) throw new Error("there is no evidence");
    const one = reflexReflection(matter({ evidence: [first] }));
    const doubtful = reflexReflection(
      matter({ evidence: HARBOUR.map((memory) => ({ ...memory, confidence: 0.2 })) }),
    );
    const sure = reflexReflection(matter());
    expect(one.confidence).toBeLessThan(sure.confidence);
    expect(doubtful.confidence).toBeLessThan(sure.confidence / 3);
  });

  test("cites what it was shown, says something and keeps its length for any evidence, the same each time", () => {
    const some = fc.record({
      type: fc.constantFrom(...MEMORY_TYPES),
      content: fc.oneof(fc.string({ unit: codePoint, minLength: 1, maxLength: 80 }), fc.lorem()),
      days: fc.nat(100),
    });
    fc.assert(
      fc.property(
        fc.array(some, { minLength: 1, maxLength: 6 }),
        fc.constantFrom(...REFLECTION_TYPES),
        (memories, type) => {
          const shown = memories
            .sort((a, b) => a.days - b.days)
            .map((memory) => evidence(memory.type, memory.content, memory.days));
          const made = reflexReflection(matter({ type, evidence: shown }));
          expect(made).toEqual(reflexReflection(matter({ type, evidence: shown })));
          expect(lengthOf(made.content)).toBeLessThanOrEqual(1200);
          expect(made.content.trim()).not.toBe("");
          expect(made.cites.length).toBeGreaterThan(0);
          for (const number of made.cites) expect(shown[number - 1]).toBeDefined();
          expect(new Set(made.cites).size).toBe(made.cites.length);
          expect(made.confidence).toBeGreaterThan(0);
          expect(made.confidence).toBeLessThanOrEqual(1);
        },
      ),
      { numRuns: 20 },
    );
  });

  describe("asked again on the same focus", () => {
    const lastOf = (changes: Partial<ReflectionMatter>) => {
      const { content, cites } = reflexReflection(matter(changes));
      return { content, cites, createdAt: matter().now };
    };
    const later = (content: string, type: MemoryType = "episodic") => evidence(type, content, 51);

    test("stands by what it told where nothing was told since, whatever was chosen to look at", () => {
      for (const type of REFLECTION_TYPES) {
        const last = lastOf({ type });
        expect(reflexReflection(matter({ type, last }))).toMatchObject({
          content: last.content,
          cites: last.cites,
        });
        const fewer = { ...last, cites: [1] };
        expect(reflexReflection(matter({ type, last: fewer, evidence: HARBOUR.slice(0, 5) })).content).toBe(
          last.content,
        );
      }
    });

    test("tells what is new, and that the rest is as it was told", () => {
      const last = lastOf({ type: "growth" });
      const elected = later("Ada was elected warden of the pier in Havnby.");
      const { content, cites } = reflexReflection(
        matter({ type: "growth", last, evidence: [...HARBOUR, elected] }),
      );
      expect(content).toContain("elected warden");
      expect(content).toMatch(/The rest is as I told it on 20 April 2026\.$/);
      expect(content).not.toContain("“open” has become “closed”");
      expect(cites).toContain(HARBOUR.length + 1);
    });

    test("says so where what is new changes nothing, with what stands", () => {
      const last = lastOf({});
      const { content } = reflexReflection(
        matter({ last, evidence: [...HARBOUR, later("Olga sharpened four pencils.")] }),
      );
      expect(content).toMatch(
        /^New since 20 April 2026 is “Olga sharpened four pencils\.”; I see nothing there that changes what I concluded then\. “ferry” comes back in four of the nine/,
      );
    });

    test("looks anew where it looks deep, and on another focus", () => {
      const last = lastOf({});
      expect(reflexReflection(matter({ depth: "deep", last })).content).toBe(
        reflexReflection(matter({ depth: "deep" })).content,
      );
      expect(reflexReflection(matter({ earlier: [last] })).content).toBe(last.content);
    });
  });

  describe("on growth, of what tells of another time than its own", () => {
    const swimming = [
      "I swim forty lengths twice a week.",
      "In 2019 I could not swim.",
      "I took lessons at the pool in May 2021.",
      "I love the pool.",
    ].map((text) => evidence("episodic", text, 0));

    test("goes by the times that it tells of", () => {
      const { content, cites } = reflexReflection(
        matter({ type: "growth", evidence: swimming, focus: "swim" }),
      );
      expect(content).toContain(
        "The way leads from “In 2019 I could not swim.” to “I swim forty lengths twice a week.”, on 1 March 2026.",
      );
      expect(cites).toEqual([1, 2]);
      const unasked = reflexReflection(matter({ type: "growth", evidence: swimming })).content;
      expect(unasked).toContain("from “I took lessons at the pool in May 2021.” to “I love the pool.”");
      expect(unasked).not.toContain("within a day");
    });

    test("goes by when it was told where nothing else is plain", () => {
      const plain = swimming.filter(({ content }) => !content.includes("20"));
      expect(reflexReflection(matter({ type: "growth", evidence: plain })).content).toContain("within a day");
    });
  });

  test("on growth leads from one memory to another only where they are of one thing", () => {
    const grown = (...texts: string[]) =>
      reflexReflection(
        matter({ type: "growth", evidence: texts.map((text, i) => evidence("episodic", text, i)) }),
      ).content;
    expect(grown("Ada sowed beans.", "Ben mended the roof.", "A gull slept.", "Ida sang.")).toBe(
      "What I looked at begins with “Ada sowed beans.”, on 1 March 2026, and ends with “Ida sang.”, on 4 March 2026.",
    );
    expect(
      grown(
        "The beans came up.",
        "Ben mended the roof.",
        "Ida sang.",
        "We ate the beans.",
        "Who ate the soup?",
      ),
    ).toContain(
      "With “beans” the way leads from “The beans came up.”, on 1 March 2026, to “We ate the beans.”, on 4 March 2026.",
    );
  });

  test("on growth says of one memory, and of one year, that they show none", () => {
    const grown = (...texts: string[]) =>
      reflexReflection(
        matter({ type: "growth", evidence: texts.map((text) => evidence("episodic", text, 0)) }),
      ).content;
    expect(grown("I could not swim.")).toBe(
      "All I have to go by is “I could not swim.”, and growth shows only between one time and another.",
    );
    expect(grown("In 2019 I could not swim.", "In 2019 I moved to Tarn.")).toBe(
      "All of it is of 2019, and what came before what I can't tell; it ends with “In 2019 I moved to Tarn.”",
    );
  });

  test("tells of two counts of one day's news, with neither as the only one", () => {
    const shown = [
      evidence("episodic", "In the news: The flood in Arn closed twelve roads.", 0),
      evidence("episodic", "In the news: The flood in Arn closed 15 roads.", 0.1),
      evidence("episodic", "In the news: The flood in Arn reached the school.", 0.15),
    ];
    for (const type of REFLECTION_TYPES) {
      const { content } = reflexReflection(matter({ type, evidence: shown }));
      if (content.includes("twelve roads")) expect(content, type).toContain("15 roads");
    }
    expect(reflexReflection(matter({ evidence: shown })).content).toContain(
      "I was told “The flood in Arn closed twelve roads.” and then “The flood in Arn closed 15 roads.”, both on 1 March 2026",
    );
  });

  test("counts beside an answer only what bears on the question, and says so", () => {
    const shown = [
      evidence("emotional", "Tove plays the drums gladly, and she loves the drums of the band.", 0),
      evidence("emotional", "We played a wonderful match.", 1),
      evidence("emotional", "What a terrible flood in the cellar.", 2),
    ];
    const { content } = reflexReflection(
      matter({ type: "emotional", focus: "Who plays the drums?", evidence: shown }),
    );
    expect(content).toContain("I looked at three memories.");
    expect(content).not.toContain("flood");
  });

  describe("on a focus", () => {
    const shown = [
      evidence("episodic", "The kiln cracked in the frost.", 0),
      evidence("emotional", "I was sad about the kiln.", 2),
      evidence("episodic", "A wonderful feast, everybody loved the pie!", 4),
      evidence("episodic", "Otto brought the pie to the feast.", 6),
      evidence("procedural", "To fire the kiln, heat it slowly.", 8),
    ];

    test.each(REFLECTION_TYPES)("finds nothing in what doesn't mention it: %s", (type) => {
      const { content, cites } = reflexReflection(matter({ type, focus: "kiln", evidence: shown }));
      expect(content).toMatch(/^On “kiln” I looked at five memories, three of which mention it\./);
      expect(content).not.toMatch(/pie|feast|Otto/);
      for (const number of cites) expect(shown[number - 1]?.content).toContain("kiln");
    });

    test("counts by what mentions it", () => {
      const { content } = reflexReflection(
        matter({
          focus: "kiln",
          evidence: [...shown, evidence("episodic", "Frost split the kiln again.", 9)],
        }),
      );
      expect(content).toContain("comes back in two of the four memories that mention it");
    });

    test("doesn't say that what all mention it has nothing in common", () => {
      const { content } = reflexReflection(matter({ focus: "kiln", evidence: shown }));
      expect(content).toContain("I see nothing else that any two of the three memories that mention it");
    });

    test("tells of two memories both", () => {
      const two = [shown[0], shown[4]].flatMap((memory) => memory ?? []);
      for (const importance of [0.9, 0.1]) {
        const weighed = two.map((memory, i) => ({ ...memory, importance: i === 0 ? importance : 0.5 }));
        const { content } = reflexReflection(matter({ focus: "kiln", evidence: weighed }));
        expect(content).toContain("The kiln cracked");
        expect(content).toContain("To fire the kiln");
      }
    });

    test("still tells what was said otherwise of it without its name", () => {
      const said = [
        evidence("semantic", "Liv is allergic to peanuts.", 0),
        evidence("semantic", "Liv is not allergic after all.", 9),
      ];
      const disputes = [{ older: 0, newer: 1 }];
      expect(reflexReflection(matter({ focus: "peanuts", evidence: said, disputes })).content).toContain(
        "I was told otherwise, on 10 March 2026: “Liv is not allergic after all.”",
      );
    });
  });

  test("has nothing stay throughout that was told of within an hour", () => {
    const hour = [0, 0.01, 0.02, 0.03].map((days) =>
      evidence("episodic", `The regatta in Tarn has ${20 + days} boats.`, 5 + days),
    );
    const shown = [...hour.slice(0, 2), ...hour.slice(2), evidence("semantic", "Ruth bakes rye bread.", 12)];
    expect(reflexReflection(matter({ type: "growth", evidence: shown })).content).not.toContain("throughout");
  });
});
