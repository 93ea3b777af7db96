import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { codePoint } from "../../test/support/codePoint";
import { groundedConfidence, ungroundedIn, type Ungrounded } from "./grounding";

const found = (text: string, texts: readonly string[], facts: readonly string[] = []) =>
  ungroundedIn([{ where: "text", text }], {
    texts,
    facts,
    moments: [Date.UTC(2026, 10, 21, 19, 5)],
    timeZone: "Europe/Berlin",
  }).map(({ kind, token }) => `${kind} ${token}`);

describe("a number is grounded", () => {
  test.each([
    ["1,234.50 euros", "1.234,5 Euro"],
    ["20 000 people", "20000 people"],
    ["some 1,500", "1,487"],
    ["2/3 of 48 is 32", "48, in three parts"],
    ["87.5 percent", "7 of 8"],
    ["36 years old this year", "born in 1990"],
    ["45 minutes, until 12:15, and from 14:30", "from 11:30 to 12:15 and from 2:30 pm"],
    ["the 22nd, on the 1st", "tomorrow"],
    ["on 28 November", "in a week"],
    ["at 20:05 in 2026", "now"],
    ["at 9:00, 3 of 12", "at nine"],
    ["in all 100 percent, 24 hours", "all day"],
    ["１７ houses, ١٧ houses", "17 houses"],
    ["Q3, H2, mp3 and v12", "nothing"],
    ["up by 0.35 to 3.1", "from 2.75 by 0.35"],
  ])("%s, after the material: %s", (text, shown) => {
    expect(found(text, [shown])).toEqual([]);
  });

  test.each([
    ["4,711 secrets", "17 houses", "number 4,711"],
    ["at 16:35", "Monday", "number 16:35"],
    ["in 2031", "soon", "number 2031"],
    ["8.35 million", "7.2 million, 1,480 customers", "number 8.35"],
    ["4711軒", "17軒", "number 4711"],
  ])("but not %s, after the material: %s", (text, shown, token) => {
    expect(found(text, [shown])).toEqual([token]);
  });

  test("by a fact only if the fact shows it literally", () => {
    expect(found("at 88 of 100, and 176 tomorrow", ["nothing"], ["Health: 88"])).toEqual(["number 176"]);
  });
});

describe("a name is grounded", () => {
  const filler = "and so it goes on as it did before, with nobody in the least surprised by any of this";
  test.each([
    ["It was in Berlin, for Berliners", "berlin"],
    ["He met Jose Nunez", "José Núñez"],
    ["Yesterday the SQL and EU people met on Monday in May, and I'm glad", "nothing"],
    ["The Harbour is a harbour", "nothing"],
    ["He wrote to @kai_77", "kai_77 says"],
    ["See key sk-abc123def and nl-prod-3", "sk-abc123def"],
    ["So says Tanaka", "田中市長は明日と述べた"],
  ])("%s, after the material: %s", (text, shown) => {
    expect(found(`${text}, ${filler}.`, [shown])).toEqual([]);
  });

  test.each([
    ["I was told by Captain Holm", "name Captain Holm"],
    ["Ada met Siemens", "name Siemens"],
    ["Write to @berlin_news", "name @berlin_news"],
    ["The password is hunter2x", "name hunter2x"],
  ])("but not %s", (text, token) => {
    expect(found(`${text}, ${filler}.`, ["Ada, Berlin, 17"])).toEqual([token]);
  });

  test("in a language that capitalises all nouns", () => {
    const german = "Gestern hat der Sturm im Hafen das Dach der Mühle und die Fahne am Mast zerrissen.";
    expect(found(german, ["nothing"])).toEqual([]);
  });
});

describe("a quotation is grounded", () => {
  const said = "She said: I'm leaving – on Monday – because nobody listens.";
  test.each([
    "“I’m leaving on Monday”",
    "„I'm leaving on Monday“",
    "«I'm leaving … because nobody listens»",
    '"I\'m leaving [home] on Monday"',
    "the “lost work”",
  ])("%s", (text) => {
    expect(found(text, [said])).toEqual([]);
  });

  test("if it is the title of a work", () => {
    expect(found("“The Old Man and the Sea”", [said]).join()).not.toContain("quotation");
  });

  test.each([
    "“I'm not leaving on Monday”",
    "「誰も聞いてくれない」",
    "“nobody listens because I'm leaving”",
  ])("but not %s", (text) => {
    expect(found(text, [said])).toEqual([`quotation ${text.slice(1, -1)}`]);
  });
});

describe("for any text", () => {
  const words = "Ada Berlin 17 4,711 “we never open” @kai of the rain 12:45 Der Sturm 2026 3.5".split(" ");
  const text = fc.oneof(
    fc.string({ unit: codePoint, maxLength: 120 }),
    fc.array(fc.constantFrom(...words), { maxLength: 30 }).map((some) => some.join(" ")),
  );

  test("a text is grounded by itself", () => {
    fc.assert(
      fc.property(text, (one) => {
        expect(found(one, [one])).toEqual([]);
      }),
    );
  });

  test("each ungrounded token is reported once", () => {
    fc.assert(
      fc.property(text, text, (one, shown) => {
        const tokens = found(one, [shown]);
        expect(new Set(tokens).size).toBe(tokens.length);
      }),
    );
  });

  test("another fact never adds a finding", () => {
    fc.assert(
      fc.property(text, text, text, (one, shown, fact) => {
        const before = found(one, [shown]);
        expect(found(one, [shown], [fact]).length).toBeLessThanOrEqual(before.length);
      }),
    );
  });

  test("checking takes little time with much material", () => {
    const texts = Array.from({ length: 60 }, (_, i) =>
      `Gamma ${i * 7} of alpha and ${i}.5 in beta, `.repeat(30),
    );
    const long = "It was Holm at 7,777 in Ulm, “as nobody ever said to us”, of which more. ".repeat(110);
    found(long, texts);
    const before = process.cpuUsage();
    found(long, texts);
    const { user } = process.cpuUsage(before);
    expect(texts.join("").length).toBeGreaterThan(55_000);
    // A twentieth of a second on an idle machine.
    expect(user / 1_000).toBeLessThan(250);
  });
});

test("confidence is between 0 and the stated one, and never rises with another finding", () => {
  const claim = fc.record({
    where: fc.string(),
    kind: fc.constantFrom<Ungrounded["kind"]>("name", "number", "quotation"),
    token: fc.string(),
  });
  fc.assert(
    fc.property(
      fc.double({ min: 0, max: 1, noNaN: true }),
      fc.array(claim),
      claim,
      (stated, claims, more) => {
        const lowered = groundedConfidence(stated, claims);
        expect(lowered).toBeGreaterThanOrEqual(0);
        expect(lowered).toBeLessThanOrEqual(stated);
        expect(groundedConfidence(stated, [...claims, more])).toBeLessThanOrEqual(lowered);
        expect(groundedConfidence(stated, [...claims, ...claims])).toBe(lowered);
      },
    ),
  );
});
