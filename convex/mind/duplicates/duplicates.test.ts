import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { codePoint } from "../../../test/support/codePoint";
import { expectProportional } from "../../test.growth";
import { idfOf } from "../../../mind/ranking/idf";
import { dedupText, normalForm, verdictOn } from "./duplicates";

const idf = idfOf(0, () => 0);
const THRESHOLD = 0.92;
const verdict = (known: string, later: string, cosine: number | null = null) =>
  verdictOn(dedupText(known), dedupText(later), idf, cosine, THRESHOLD);

describe("normalForm", () => {
  test("makes texts equal that differ in case, form, white space and closing punctuation", () => {
    expect(normalForm("  The CAFÉ\n is open!!")).toBe(normalForm("the cafe\u0301 is open."));
    expect(normalForm("!!!")).toBe("!!!");
    expect(normalForm("दुकान बंद है।")).toBe(normalForm("दुकान बंद है"));
    expect(normalForm("هل عاد؟")).not.toBe(normalForm("هل عاد."));
    expect(normalForm("休みですか？")).toBe(normalForm("休みですか?"));
  });

  test("is the same when applied again", () => {
    fc.assert(
      fc.property(fc.string({ unit: codePoint, maxLength: 60 }), (text) => {
        expect(normalForm(normalForm(text))).toBe(normalForm(text));
      }),
    );
  });
});

describe("verdictOn", () => {
  test("calls a text the same as itself, whatever it is", () => {
    fc.assert(
      fc.property(fc.string({ unit: codePoint, maxLength: 80 }), (text) => {
        expect(verdict(text, `  ${text} `)).toEqual({ kind: "same", similarity: 1 });
      }),
    );
  });

  test.each([
    ["The deployment to production failed this morning", "This morning the deployment to production failed."],
    [
      "The quarterly report was published by the finance team on the intranet",
      "The finance team published the quarterly report on the intranet",
    ],
    ["The dog chased the man", "The man was chased by the dog"],
    ["A man is playing the guitar", "A man played a guitar"],
  ])("takes %j and %j for duplicates", (known, later) => {
    expect(verdict(known, later).kind).toBe("near");
  });

  test.each([
    [
      "I like tea with a little milk in the morning",
      "I do not like tea with a little milk in the morning",
      "negation",
    ],
    [
      "The invoice of the printing company is about 450 euros",
      "The invoice of the printing company is about 540 euros",
      "numbers",
    ],
    [
      "The weekly review with the design team is on Tuesday afternoon",
      "The weekly review with the design team is on Friday afternoon",
      "opposites",
    ],
    [
      "Our sales of bicycles in the city increased over the whole summer",
      "Our sales of bicycles in the city decreased over the whole summer",
      "opposites",
    ],
    [
      "The support team that answers calls moved from the office to Berlin",
      "The support team that answers calls moved from the office to Munich",
      "names",
    ],
    ["The dog bit the man", "The man bit the dog", "order"],
    ["The dog chased the man", "The dog was chased by the man", "order"],
    ["I like tea but I do not like coffee.", "I do not like tea but I like coffee.", "negation"],
    ["Blood pressure 120/80.", "Blood pressure 80/120.", "numbers"],
    ["I owe Sam 20 euros.", "Sam owes me 20 euros.", "order"],
    ["Most users like the redesign.", "Few users like the redesign.", "opposites"],
    ["The user may call me.", "The user must call me.", "qualifiers"],
    ["C is my favourite language.", "C++ is my favourite language.", "names"],
    ["Mr Lund called about the roof.", "Mrs Lund called about the roof.", "names"],
    ["Olaf sold his car.", "Olaf sold his cars.", "plural"],
    ["Wash my knife and the pan.", "Wash my knives and the pan.", "plural"],
    ["She shows the guests her libraries.", "She shows the guests her library.", "plural"],
    ["The museum is closed in January.", "The museum closes in January.", "voice"],
    ["The bridge was built in a year.", "The bridge builds in a year.", "voice"],
    [
      "In the news: Alpha Corp acquired Beta Ltd for 30 million euros.",
      "In the news: Beta Ltd acquired Alpha Corp for 30 million euros.",
      "order",
    ],
  ])("tells %j from %j", (known, later, difference) => {
    for (const cosine of [null, 0.99]) {
      const found = verdict(known, later, cosine);
      expect(found.kind).toBe("different");
      // Where wording alone did not decide, the reason is given.
      if (found.kind === "different" && found.similarity >= THRESHOLD)
        expect(found.differences).toContain(difference);
    }
  });

  test("merges a text that drops a number, not one that brings one", () => {
    const long = "The annual meeting of the whole association took place in the old town hall";
    expect(verdict(`${long} in 2019`, long).kind).toBe("near");
    expect(verdict(long, `${long} in 2019`).kind).toBe("different");
  });

  test.each([
    ["Send the report to the customer", "immediately"],
    ["Send the report to the customer", "tomorrow"],
    ["Drive the old tractor to the station", "slowly"],
    ["The night train to the coast is late", "often"],
  ])("merges a text that drops how or when, not one that brings it: %j, %j", (text, more) => {
    expect(verdict(`${text} ${more}`, text, 0.97).kind).toBe("near");
    expect(verdict(text, `${text} ${more}`, 0.97).kind).toBe("different");
  });

  test.each([
    ["Really send the report to the customer.", "Send the report to the customer."],
    ["They quickly sent the report to the customer.", "They rapidly sent the report to the customer."],
  ])("takes neither emphasis nor a synonym for how something is done: %j, %j", (one, other) => {
    expect(verdict(one, other, 0.97).kind).toBe("near");
    expect(verdict(other, one, 0.97).kind).toBe("near");
  });

  test("sees another number far down in a long text", () => {
    const report = "The inspector walked through the hall and wrote down what she saw. ".repeat(80);
    const found = verdict(`${report}The pressure was 4 bar.`, `${report}The pressure was 1 bar.`);
    expect(found).toMatchObject({ kind: "different", differences: ["content"] });
    expect(verdict(`${report}It moved to Berlin.`, `${report}It moved to Munich.`)).toMatchObject({
      kind: "different",
      differences: ["content"],
    });
  });

  test.each([
    ["No lamp was lit.", "No lamp was lit -5."],
    ["I learned C.", "I learned C++."],
    ["All was well.", ""],
  ])("sees that a long text ends with %j and another with %j", (one, other) => {
    const report = "The inspector walked through the hall and wrote down what she saw. ".repeat(80);
    expect(verdict(`${report}${one}`, `${report}${other}`).kind).toBe("different");
    expect(verdict(`${report}${other}`, `${report}${one}`).kind).toBe("different");
  });

  test("takes a long text for the same that has a word of no weight more at its beginning", () => {
    const report = Array.from({ length: 300 }, (_, i) => `Room ${i} was swept and aired.`).join(" ");
    expect(verdict(`The inspector came. ${report}`, `Well, the inspector came. ${report}`).kind).toBe("near");
  });

  test("reads no more of a long text than of a shorter one", () => {
    const words = (count: number) => Array.from({ length: count }, (_, i) => `w${i.toString(36)}`).join(" ");
    const { claims, profile, trigrams } = dedupText(words(4000));
    expect(claims.tokens.length).toBeLessThanOrEqual(2048);
    expect(profile.length).toBeLessThanOrEqual(2048);
    expect(trigrams.size).toBeLessThanOrEqual(4096);
  });

  test.each(["!", "1,", "word "])("costs in proportion to length, of a text of %j too", (piece) => {
    expectProportional((length) => dedupText(`${piece.repeat(length / piece.length)}a`), 16_000);
  });

  test("needs both arms: a high cosine alone is not enough", () => {
    expect(verdict("The cat sleeps on the sofa", "A feline naps upon the couch cushions", 0.97).kind).toBe(
      "different",
    );
  });

  test("lets one changed word weigh more in a short text than in a long one", () => {
    const long = (word: string) =>
      `The committee that met on the third floor read the minutes of the last meeting and then chose a new ${word} for the society`;
    expect(verdict("A new treasurer", "A new chairman").similarity).toBeLessThan(
      verdict(long("treasurer"), long("chairman")).similarity,
    );
  });

  test("yields a similarity from 0 to 1, for any texts", () => {
    const text = fc.string({ unit: "grapheme", maxLength: 60 });
    fc.assert(
      fc.property(text, text, (a, b) => {
        const { similarity } = verdict(a, b);
        expect(similarity).toBeGreaterThanOrEqual(0);
        expect(similarity).toBeLessThanOrEqual(1);
      }),
    );
  });
});
