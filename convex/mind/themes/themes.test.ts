import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { codePoint } from "../../../test/support/codePoint";
import { entitiesOf } from "../language/entities";
import { idfOf } from "../../../mind/ranking/idf";
import { themeLabel, themeSummary } from "./themes";

const idf = idfOf(0, () => 0);
const members = (...texts: string[]) => texts.map((text) => ({ text, entities: entitiesOf(text) }));
const garden = members(
  "Anna: The tomato plants in the garden need water.",
  "Anna: I planted more tomato seedlings in the garden.",
  "Ben: Our garden gave us two kilos of tomatoes!",
  "Ben: Slugs ate the lettuce in the garden.",
);

describe("themeLabel", () => {
  test("names what most members share, in their own words", () => {
    expect(themeLabel(garden, idf).toLowerCase()).toMatch(/garden/);
    expect(themeLabel(garden, idf).toLowerCase()).toMatch(/tomato/);
  });

  test("fits two members at least, where any phrase does", () => {
    const tea = members(
      "Mara Lindqvist pours jasmine oolong sencha gyokuro.",
      "Somebody keeps a kettle.",
      "Whoever comes first fills the kettle.",
    );
    const known = idfOf(1000, (term) => (/kettl/.test(term) ? 400 : 1));
    expect(themeLabel(tea, known)).toBe("Kettle");
  });

  test("joins two words that stand nowhere apart, and no others", () => {
    const invoicing = members(
      "She leads the invoicing project now.",
      "The invoicing project has no budget.",
      "Invoicing starts in May.",
    );
    expect(themeLabel(invoicing, idf)).toBe("Invoicing project");
    expect(themeLabel([...invoicing, ...members("Another project, the barn, is late.")], idf)).toMatch(
      /^Project and invoicing$|^Invoicing and project$/,
    );
  });

  test("names things, and not what they do or how they are greeted", () => {
    const choir = members(
      "The choir rehearses on Monday.",
      "The choir rehearses Verdi.",
      "Wow, the choir! Awesome!",
      "Wow, what a choir. Awesome.",
    );
    expect(themeLabel(choir, idf)).toBe("Choir");
  });

  test("is not made of where its members were heard", () => {
    const heard = members(
      "In the news: The library is open again.",
      "In a note: How is Tomas doing?",
      "In the news: The library opens on Sundays.",
      "In a note: The library has a new roof.",
      "As I was told: The build was green.",
      "In the news: Rain is on its way.",
    );
    const label = themeLabel(heard, idf);
    expect(label).toMatch(/^Library/);
    expect(label).not.toMatch(/news|note|told/i);
  });

  test("is made of no function words of other languages, and crosses no clause of theirs", () => {
    const label = themeLabel(
      members(
        "Wir waren nicht mit dem Boot unterwegs, sondern mit dem Rad.",
        "Sie sind nicht mit dem Boot gekommen.",
        "Das Boot ist nicht mit dem Wind gefahren.",
      ),
      idf,
    );
    expect(label).toMatch(/boot/i);
    expect(label).not.toMatch(/\b(?:nicht|mit dem)\b/i);
    expect(
      themeLabel(members("猫が好きだ。海も良い", "猫が好きだ。山も高い", "猫が好きだ。空も青い"), idf),
    ).toMatch(/^猫が好きだ/);
  });

  test("is one phrase where no other is shared, and no word for what was done", () => {
    const knee = members(
      "Started running again after the knee surgery.",
      "Ran 5 km along the canal without pain.",
      "The physiotherapist says the knee is healing well.",
      "Ran to the office.",
    );
    expect(themeLabel(knee, idf)).toBe("Knee");
    const visit = members(
      "The user cooked a lentil curry for her sister Mia.",
      "Mia had a baby on Tuesday.",
      "Hannah is an aunt now and wants to visit Mia.",
    );
    expect(themeLabel(visit, idf)).toBe("Mia");
    const cards = members("I lost card one.", "My lost card is back.", "A lost card costs ten euros.");
    expect(themeLabel(cards, idf)).toBe("Lost card");
  });

  test("keeps names as they are written", () => {
    const label = themeLabel(
      members("I flew to New York.", "We love New York in June.", "The flat in New York is small."),
      idf,
    );
    expect(label).toContain("New York");
  });

  test("is made of no title that only stands before names", () => {
    const label = themeLabel(
      members(
        "Die Rechnung von Frau Lund ist da.",
        "Frau Osei hat eine Rechnung geschickt.",
        "Frau Abel fand die Rechnung.",
      ),
      idf,
    );
    expect(label).toMatch(/rechnung/i);
    expect(label).not.toMatch(/frau/i);
  });

  test("is made of what the members are about, not of forms of address, dates, adverbs or how often", () => {
    const label = themeLabel(
      members(
        "Mrs. Okafor tuned the organ twice on 3 May 2025.",
        "Surprisingly, Mrs. Okafor played the organ on 3 May 2025.",
        "Mrs. Okafor cleans the organ twice a year, surprisingly on 3 May 2025.",
      ),
      idf,
    );
    expect(label).toMatch(/Okafor/);
    expect(label).toMatch(/organ/i);
    expect(label).not.toMatch(/mrs|twice|may|2025|surprisingly/i);
  });

  test("is no sentence in a script without spaces", () => {
    const sentence = "明日は京都へ行きますから駅まで迎えに来てくださいとみんなに伝えました";
    const label = themeLabel(
      members(`Kyoto: ${sentence}`, `We see Kyoto. ${sentence}`, `Kyoto again. ${sentence}`),
      idf,
    );
    expect(label).toMatch(/kyoto/i);
    expect(label).not.toContain(sentence);
  });

  test("is one line, short and never empty, for any members", () => {
    fc.assert(
      fc.property(fc.array(fc.string({ unit: codePoint, maxLength: 100 }), { maxLength: 6 }), (texts) => {
        const label = themeLabel(members(...texts), idf);
        expect(label).not.toBe("");
        expect(label).not.toMatch(/\n/);
        expect(themeLabel(members(...texts), idf)).toBe(label);
      }),
      { numRuns: 40 },
    );
  });
});

describe("themeSummary", () => {
  test("counts the members and quotes typical ones in the order of time, without the speaker", () => {
    const summary = themeSummary(garden, idf);
    expect(summary).toMatch(/^Four related memories, such as: “/);
    expect(summary).not.toContain("Anna:");
    expect(summary).toContain("tomato");
  });

  test("calls no examples what is all that there is", () => {
    const all = members("The cat sleeps.", "The cat purrs.", "The cat hunts mice.");
    expect(themeSummary(all, idf)).toMatch(/^Three related memories: “/);
    expect(themeSummary(all, idf, 4)).toMatch(/^Four related memories, such as: “/);
  });

  test("does not repeat itself where members do", () => {
    const summary = themeSummary(
      members("The heating is broken.", "The heating is broken!", "the heating is BROKEN"),
      idf,
    );
    expect(summary).toMatch(/^Three memories that say the same: “the heating is broken[^“]*”$/i);
    expect(themeSummary(members("It rains.", "It rains!"), idf, 80)).toMatch(
      /^80 memories that say much the same: “It rains/,
    );
  });

  test("grows no longer with the theme", () => {
    const many = members(
      ...Array.from(
        { length: 300 },
        (_, i) => `Note ${i}: the pump in hall ${i % 7} was checked and cleaned again.`,
      ),
    );
    expect(themeSummary(many, idf).length).toBeLessThan(900);
  });
});
