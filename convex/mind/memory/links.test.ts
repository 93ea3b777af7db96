import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { entitiesOf } from "../language/entities";
import { idfOf } from "../../../mind/ranking/idf";
import { citedLinks, detectedLinks, linkTo, linkText, MOST_DETECTED, type LinkText } from "./links";

const idf = idfOf(0, () => 0);
const memory = (text: string, createdAt = 0): LinkText =>
  linkText(text, { entities: entitiesOf(text), importance: 0.4, createdAt });
const link = (source: string, target: string) =>
  linkTo(memory(source, 2), { key: 0, text: memory(target, 1) }, idf);

describe("a memory's links", () => {
  test("cost what is likely: strangers are compared by their words, and nobody asks what they claim", () => {
    const asked: string[] = [];
    const stranger = (text: string): LinkText =>
      new Proxy(memory(text), {
        get(target, name, receiver) {
          if (name === "claims" || name === "statements") asked.push(`${text.slice(0, 20)}: ${name}`);
          return Reflect.get(target, name, receiver);
        },
      });
    const texts = ["The loaf is in the oven.", "Gannets nest on the cliff."].map((text) => text.repeat(60));
    const candidates = texts.map((text) => ({ key: text, text: stranger(text) }));
    expect(detectedLinks(memory("The ferry sails at nine."), candidates, idf)).toEqual([]);
    expect(asked).toEqual([]);
  });

  test("go by the beginning of a long text", () => {
    const filler = "Nothing of note happened on the island that day. ".repeat(100);
    expect(memory(filler).content.length).toBeLessThan(filler.length);
    expect(memory(`${filler}The gannet came back.`).profile.counts.has("gannet")).toBe(false);
  });
});

describe("linkTo", () => {
  test.each([
    ["The office is not open on Sundays.", "The office is open on Sundays."],
    ["Sarah hates green tea", "Sarah likes green tea"],
    ["The server has 32 GB of memory", "The server has 16 GB of memory"],
    ["The review moved to Wednesday", "The review moved to Tuesday"],
    ["I can't stand liquorice.", "I love liquorice."],
    ["Mika lives in Kyoto.", "Mika lives in Osaka."],
    ["The museum will not reopen in March after all.", "The museum will reopen in March."],
  ])("lets %j contradict %j", (source, target) => {
    expect(link(source, target).type).toBe("contradicts");
  });

  test.each([
    ["Paavo could not get in because he had lost his keys.", "Paavo lost his keys.", "caused_by"],
    ["The sensor reads 38.2 degrees.", "The sensor reads 21.5 degrees.", "related_to"],
    ["Is the quarry bridge safe?", "The quarry bridge is not safe.", "related_to"],
  ])("from %j to %j is no contradiction", (source, target, type) => {
    expect(link(source, target).type).toBe(type);
  });

  test("does not let a double turn contradict: not open is closed", () => {
    expect(link("The office is not open on Sunday", "The office is closed on Sunday").type).not.toBe(
      "contradicts",
    );
  });

  test("leads from an effect to its cause, whichever of them names the other", () => {
    expect(
      link(
        "The launch was delayed because the payment gateway failed.",
        "The payment gateway failed at noon.",
      ).type,
    ).toBe("caused_by");
    expect(
      link("The launch was delayed.", "The gateway failed at noon, which led to a delayed launch.").type,
    ).toBe("caused_by");
    expect(
      link(
        "The payment gateway failed at noon.",
        "The launch was delayed because the payment gateway failed.",
      ).type,
    ).not.toBe("caused_by");
  });

  test("leads from what tells more to what it tells more of", () => {
    const short = "Our dog Rex is a collie.";
    const long =
      "Our dog Rex is a three-year-old border collie who loves long walks by the river and hates cats.";
    expect(link(long, short).type).toBe("elaborates");
    expect(link(short, long).type).toBe("related_to");
  });

  test("does not elaborate what it denies", () => {
    const said = "The rent is paid.";
    const denied = "The rent has not been paid yet, the landlord says.";
    expect(link(denied, said).type).not.toBe("elaborates");
    expect(link("The rent is paid, and the deposit was not needed at all.", said).type).toBe("elaborates");
  });

  test("leads from nothing that only asks to a cause, nor to one that only asks", () => {
    const told = "The broken lamp is caused by a loose wire.";
    for (const asked of ["What causes the broken lamp?", "In a note: what is the lamp broken for"]) {
      expect(link(told, asked).type).not.toBe("caused_by");
      expect(link(asked, told).type).not.toBe("caused_by");
    }
    const further = "Where did Anna of the old mill buy the red lamp in the barn?";
    expect(link(further, "Anna bought a red lamp.").type).toBe("related_to");
  });

  test("elaborates a question only where it answers it", () => {
    const asked = "In a note: What does the room in barn 3 cost?";
    expect(link("The floor of the room in barn 3 was laid by Anna on a sunny Monday.", asked).type).toBe(
      "related_to",
    );
    expect(
      link("The room in barn 3 costs 40 euros a night, and breakfast in the kitchen is free.", asked).type,
    ).toBe("elaborates");
  });

  test("says related_to of the rest, the stronger the more alike", () => {
    const near = link("I planted tomatoes in the garden", "The tomatoes in the garden are ripe");
    const far = link("I planted tomatoes in the garden", "The garden of the palace in Vienna is open");
    expect(near.type).toBe("related_to");
    expect(near.strength).toBeGreaterThan(far.strength);
  });

  test("keeps strength and confidence from 0 to 1, in four places, for any texts", () => {
    const text = fc.string({ unit: "grapheme", maxLength: 60 });
    fc.assert(
      fc.property(text, text, (a, b) => {
        const { strength, confidence } = link(a, b);
        for (const value of [strength, confidence]) {
          expect(value).toBeGreaterThanOrEqual(0);
          expect(value).toBeLessThanOrEqual(1);
          expect(value).toBe(Number(value.toFixed(4)));
        }
      }),
      { examples: [["Anna plants beans", "Anna plants peas"]] },
    );
  });
});

describe("a conclusion", () => {
  const concluded = (text: string) =>
    linkText(text, { entities: entitiesOf(text), importance: 0.4, createdAt: 1, concluded: true });
  const cause = "The payment gateway failed at noon.";
  const effect = "The launch was delayed because the payment gateway failed.";

  test.each([
    [effect, cause],
    ["The office is not open on Sundays.", "The office is open on Sundays."],
    [
      "Our dog Rex is a three-year-old border collie who loves long walks by the river and hates cats.",
      "Our dog Rex is a collie.",
    ],
  ])("is only related: %j, %j", (one, other) => {
    expect(linkTo(memory(one, 2), { key: 0, text: memory(other, 1) }, idf).type).not.toBe("related_to");
    expect(linkTo(concluded(one), { key: 0, text: memory(other, 1) }, idf).type).toBe("related_to");
    expect(linkTo(memory(one, 2), { key: 0, text: concluded(other) }, idf).type).toBe("related_to");
  });

  test("links to what it cites, however unlike, the likest first, five at most", () => {
    const texts = [
      "Bread needs rye.",
      "The gateway failed.",
      ...Array.from({ length: 5 }, (_, i) => `Oak ${i}`),
    ];
    const cited = texts.map((text) => ({ key: text, text: memory(text) }));
    const links = citedLinks(concluded(cause), cited, idf);
    expect(links.map(({ key }) => key)).toEqual([
      "The gateway failed.",
      "Bread needs rye.",
      "Oak 0",
      "Oak 1",
      "Oak 2",
    ]);
    for (const { link } of links) expect(link).toMatchObject({ type: "related_to", confidence: 1 });
  });
});

describe("of what was changed", () => {
  const raised = "The harbour office raised the mooring fee to 9 euros a metre.";
  const at = (text: string, time: number) => memory(text, time);

  test("what is told later and says otherwise contradicts it", () => {
    const later = at("The mooring fee is 7 euros a metre.", 2);
    expect(linkTo(later, { key: 0, text: at(raised, 1) }, idf).type).toBe("contradicts");
    expect(
      linkTo(at("The mooring fee is 9 euros a metre.", 2), { key: 0, text: at(raised, 1) }, idf).type,
    ).not.toBe("contradicts");
  });

  test("what was told before it does not", () => {
    const before = at("The mooring fee is 7 euros a metre.", 1);
    expect(linkTo(at(raised, 2), { key: 0, text: before }, idf).type).not.toBe("contradicts");
  });
});

describe("detectedLinks", () => {
  test("lead from news to what it brings up to date, however few words they share", () => {
    const news = memory("Anna moved to Hamburg last week.", 2);
    const candidates = [
      { key: "lives", text: memory("Anna lives in Berlin.", 1) },
      { key: "eats", text: memory("Ruth eats in Berlin.", 1) },
      { key: "later", text: memory("Anna lives in Berlin.", 3) },
    ];
    const links = detectedLinks(news, candidates, idf);
    expect(links.map(({ key, link }) => [key, link.type])).toEqual([
      ["lives", "related_to"],
      ["later", "contradicts"],
    ]);
    expect(links[0]?.link.strength).toBeGreaterThanOrEqual(0.4);
  });

  test("links nothing to strangers", () => {
    expect(
      detectedLinks(memory("I planted tomatoes"), [{ key: 1, text: memory("The train was late") }], idf),
    ).toEqual([]);
  });

  test("links what names the same rare thing, and not what names one that everything is about", () => {
    const source = memory("Mara says that Pepper eats food with salmon in it.");
    const other = memory("We adopted a grey cat named Pepper last autumn.");
    const candidates = [{ key: "other", text: other }];
    const idfOfPepper = (holders: number) => idfOf(64, (term) => (term === "pepper" ? holders : 1));
    expect(detectedLinks(source, candidates, idfOfPepper(4)).map(({ key }) => key)).toEqual(["other"]);
    expect(detectedLinks(source, candidates, idfOfPepper(50))).toEqual([]);
    const inGarden = memory("Mara says that Pepper eats food with salmon in the garden of the mill.");
    const named = [{ key: "named", text: memory("We adopted a cat named Pepper for the garden.") }];
    expect(detectedLinks(inGarden, named, idfOfPepper(4))).toHaveLength(1);
    expect(detectedLinks(inGarden, named, idfOfPepper(50))).toEqual([]);
  });

  test("makes a handful of links, the best first", () => {
    const candidates = Array.from({ length: 12 }, (_, i) => ({
      key: i,
      text: memory(`The garden has tomatoes ${"and other plants of many kinds ".repeat(i)}`),
    }));
    const links = detectedLinks(memory("The garden has tomatoes"), candidates.reverse(), idf);
    expect(links).toHaveLength(MOST_DETECTED);
    expect(links[0]?.key).toBe(0);
  });
});

test("a long text is linked by its beginning", () => {
  const words = Array.from({ length: 4000 }, (_, i) => `w${i.toString(36)}`).join(" ");
  const { profile, claims } = linkText(words, { entities: [], importance: 0.4, createdAt: 1 });
  expect(profile.length).toBeLessThanOrEqual(2048);
  expect(claims.tokens.length).toBeLessThanOrEqual(2048);
});
