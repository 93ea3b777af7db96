import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { codePoint } from "../../../test/support/codePoint";
import { inPlainLetters, numberIn, plainText, termsOf, tokensOf } from "./tokens";

const anyText = fc.string({ unit: codePoint, maxLength: 120 });

describe("tokensOf", () => {
  test("reads words with their apostrophes, in any script", () => {
    expect(tokensOf("Don’t panic, Zoë — it's 東京!")).toEqual(["don't", "panic", "zoë", "it's", "東京"]);
  });

  test("keeps numbers, dates and times whole", () => {
    expect(tokensOf("On 2026-03-01 at 10:30 we paid 1,250.50 for the 2nd of 3 3D prints")).toEqual(
      "on 2026-03-01 at 10:30 we paid 1,250.50 for the 2nd of 3 3d prints".split(" "),
    );
  });

  test("reads compatibility forms and cases alike", () => {
    expect(tokensOf("ﬁne CAFÉ Ｔｅａ")).toEqual(tokensOf("fine cafe\u0301 tea"));
  });
});

describe("tokensOf, of fractions and shares", () => {
  test("writes them in one way", () => {
    expect(tokensOf("5%, .5 and 5 %")).toEqual(tokensOf("5 percent, 0.5 and 5 per cent"));
  });
});

describe("tokensOf, of what is typed in haste", () => {
  test.each([
    ["i dont know", "i don't know"],
    ["im late, shes here, youre not", "i'm late, she's here, you're not"],
    ["whos there? they cant say", "who's there? they can't say"],
  ])("writes %j as %j", (hasty, written) => {
    expect(tokensOf(hasty)).toEqual(tokensOf(written));
  });

  test("takes no word that means something else for it", () => {
    expect(tokensOf("the cantor lets it be, were they ill in hell")).toEqual(
      "the cantor lets it be were they ill in hell".split(" "),
    );
  });
});

describe("numberIn", () => {
  test.each([
    ["1,000", "1000"],
    ["1,250.50", "1250.5"],
    ["3.0", "3"],
    ["2nd", "2"],
    ["1990s", "1990"],
    ["twelve", "12"],
    ["thirty", "30"],
    ["dozen", "12"],
    ["10:30", "10:30"],
    ["2026-03-01", "2026-03-01"],
    ["2,5", "2.5"],
  ])("reads %s as %s", (token, number) => {
    expect(numberIn(token)).toBe(number);
  });

  test.each(["3d", "tea", "b2b", ""])("sees no number in %j", (token) => {
    expect(numberIn(token)).toBeNull();
  });
});

describe("inPlainLetters", () => {
  test("leaves out the marks that are often left out", () => {
    expect(inPlainLetters("straße łódź ørsted inês naïve ŵ")).toBe("strasse lodz orsted ines naive w");
    expect(inPlainLetters("σκύλος ϊ")).toBe("σκυλος ι");
    expect(inPlainLetters("ёлка москва\u0301")).toBe("елка москва");
    expect(inPlainLetters("كَتَبَ الدَّرْسَ إلى")).toBe("كتب الدرس الى");
    expect(inPlainLetters("הַמּוֹרֶה")).toBe("המורה");
  });

  test("keeps the marks that make another letter", () => {
    for (const text of ["йод її ќ", "がぎぐ", "नमस्ते", "한국어", "น้ำ"])
      expect(inPlainLetters(text)).toBe(text);
  });

  test("changes nothing the second time", () => {
    fc.assert(
      fc.property(anyText, (text) => {
        const once = inPlainLetters(plainText(text));
        expect(inPlainLetters(once)).toBe(once);
      }),
    );
  });
});

describe("termsOf", () => {
  test("are those of who has no key for a letter's mark", () => {
    expect(termsOf("Zoë and Inês met in the cafés of Łódź")).toEqual(
      termsOf("zoe and ines met in the cafes of lodz"),
    );
  });

  test("leaves function words out and brings inflections together", () => {
    expect(termsOf("She was running to the stations")).toEqual(termsOf("they ran at a station"));
  });

  test("compares two and 2 alike", () => {
    expect(termsOf("two cats")).toEqual(termsOf("2 cats"));
  });

  test("keeps a name that is a function word elsewhere, and nothing of a contraction", () => {
    expect(termsOf("Where does Will live?")).toEqual(["will", "live"]);
    expect(termsOf("We won't be in Rome in May, and they can't")).toEqual(["rome", "may"]);
  });

  test("keeps function words where there is nothing else", () => {
    expect(termsOf("To be or not to be")).not.toEqual([]);
  });

  test("cuts unspaced scripts into pairs of characters, and Han characters apart, for each may be a word", () => {
    expect(termsOf("東京都")).toEqual(["東", "東京", "京", "京都", "都"]);
    expect(termsOf("ソファ")).toEqual(["ソフ", "ファ"]);
    expect(termsOf("หมา")).toEqual(["หม", "มา"]);
    expect(termsOf("猫が寝る")).toEqual(expect.arrayContaining(termsOf("猫")));
    expect(termsOf("邻居的狗晚上总是叫")).toEqual(expect.arrayContaining(termsOf("狗")));
  });

  test("reads words and numbers of another script where they stand without a space", () => {
    expect(termsOf("新しいiPhoneを買った")).toEqual(expect.arrayContaining(termsOf("iPhone")));
    expect(termsOf("2024年に京都へ")).toEqual(expect.arrayContaining(["2024", "年", "京都"]));
    expect(termsOf("เปิด9โมง")).toContain("9");
    expect(termsOf("コーヒー")).toEqual(["コー", "ーヒ", "ヒー"]);
  });

  test("finds Korean words before their particles", () => {
    for (const [form, word] of [
      ["학교에서", "학교"],
      ["서울역에서", "서울"],
      ["별에서", "별"],
      ["도서관은".normalize("NFD"), "도서관"],
    ] as const)
      expect(termsOf(form)).toEqual(expect.arrayContaining(termsOf(word)));
  });

  test.each([
    ["l’hôpital d'Amélie, l'école", "hôpital Amélie école"],
    ["İstanbul'da Ankara'nın İzmir'e", "istanbul ankara izmir"],
    ["المكتبة بالمكتبة", "مكتبة مكتبة"],
  ])("parts words from what is written onto them: %s", (text, words) => {
    expect(termsOf(text)).toEqual(termsOf(words));
  });

  test.each(["O'Brien", "o'clock", "ma'am", "Qur'an", "y'all"])("leaves %s whole", (word) => {
    expect(termsOf(word)).toEqual([word.toLowerCase()]);
  });

  test("reads the digits of every script, and past what nobody sees", () => {
    expect(termsOf("٥٦ ۷ १२ ５")).toEqual(["56", "7", "12", "5"]);
    expect(termsOf("Donau\u00addampf har\u200bbour می\u200cخواهم كتـــاب \u202eword\u202c")).toEqual(
      termsOf("Donaudampf harbour میخواهم كتاب word"),
    );
  });

  test("tears no character where it cuts a long term", () => {
    expect(termsOf(`a${"𐐨".repeat(20)}`)).toEqual([`a${"𐐨".repeat(7)}`]);
    expect(termsOf("x".repeat(40))).toEqual(["x".repeat(31)]);
    expect(termsOf("достопримечательность")).toEqual(["достопримечател"]);
  });

  test("yields short terms without white space, for any text", () => {
    fc.assert(
      fc.property(anyText, (text) => {
        for (const term of termsOf(text)) {
          expect(term).not.toBe("");
          expect(term).not.toMatch(/\s/u);
          // Convex's text search drops longer ones.
          expect(new TextEncoder().encode(term).length).toBeLessThan(32);
        }
      }),
    );
  });

  test("of a question about what happened are what it asks about", () => {
    expect(termsOf("What happened to the lighthouse?")).toEqual(termsOf("the lighthouse"));
  });

  test("does not depend on case or on the width of white space", () => {
    fc.assert(
      fc.property(fc.array(fc.stringMatching(/^[a-z]{1,9}$/), { maxLength: 8 }), (words) => {
        expect(termsOf(words.join("  \n").toUpperCase())).toEqual(termsOf(words.join(" ")));
      }),
    );
  });
});

describe("plainText", () => {
  test("has no stretches of Arabic, not even those that a character of print stands for", () => {
    expect(plainText("مرحبـــا")).toBe("مرحبا");
    expect(plainText("\ufe7d")).toBe("\u0651");
  });

  test("is the same when applied again", () => {
    fc.assert(
      fc.property(anyText, (text) => {
        expect(plainText(plainText(text))).toBe(plainText(text));
      }),
    );
  });
});

test("a word has the same term, however many others were read before", () => {
  const term = termsOf("lighthouses");
  for (let i = 0; i < 20_000; i++) termsOf(`filler${i.toString(36)}`);
  expect(termsOf("lighthouses")).toEqual(term);
});
