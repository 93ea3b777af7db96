/** Which of many candidates a memory is linked to, and how strongly. */
import { describe, expect, test } from "vitest";
import { entitiesOf } from "../language/entities";
import { idfOf } from "../../../mind/ranking/idf";
import { detectedLinks, linkText, linkTo, type LinkText } from "./links";

const idf = idfOf(0, () => 0);
type About = Partial<Parameters<typeof linkText>[1]>;
const memory = (text: string, about: About = {}): LinkText =>
  linkText(text, { entities: entitiesOf(text), importance: 0.4, createdAt: 1, ...about });

/** The texts that a memory is linked to, the best first. */
const linked = (source: LinkText, candidates: readonly LinkText[], meaning: number | null = null) =>
  detectedLinks(
    source,
    candidates.map((text) => ({ key: text.content, text, meaning })),
    idf,
  );
const targets = (links: ReturnType<typeof linked>) => links.map(({ key }) => key);

const EFFECT =
  "The long planned regatta of the island schools with all of its dinghies, flags, whistles and picnic baskets started two hours late on Saturday because the pump broke.";
const CAUSE =
  "At dawn the pump of our neighbours by the old salt works broke once more, to nobody's surprise.";
const ALIKE = Array.from(
  { length: 5 },
  (_, n) => `The regatta of the island schools was planned long ago, ${n}.`,
);

describe("what is linked first", () => {
  test("is a cause, however many are more alike", () => {
    const links = linked(
      memory(EFFECT, { createdAt: 2 }),
      [...ALIKE, CAUSE].map((text) => memory(text)),
    );
    expect(links[0]).toMatchObject({ key: CAUSE, link: { type: "caused_by", strength: 0.5 } });
    expect(links).toHaveLength(5);
  });

  test("is what the memory brings up to date, where that was told before it, and not by somebody else of himself", () => {
    const news = "I moved to Bergen last week with both my cats, the old piano and all of the books.";
    const known = "I live in Oslo.";
    const alike = Array.from({ length: 5 }, (_, n) => `My cats sat on the old piano and on all books, ${n}.`);
    const others = alike.map((text) => memory(text));
    const of = (about: About, source: About = {}) =>
      linked(memory(news, { createdAt: 2, ...source }), [...others, memory(known, about)]);
    expect(of({})[0]?.key).toBe(known);
    expect(of({})[0]?.link.strength).toBeGreaterThanOrEqual(0.4);
    expect(targets(of({ createdAt: 3 }))[0]).not.toBe(known);
    expect(targets(of({ teller: "ann" }, { teller: "ben" }))).not.toContain(known);
    expect(targets(of({ concluded: true }))).not.toContain(known);
    expect(targets(of({}, { concluded: true }))).not.toContain(known);
  });

  test("is what is likest; of equals what matters more, and what shares a name", () => {
    const alike = ["The kiln broke.", "The kiln smokes."].map((text) => memory(text));
    expect(targets(linked(memory("The kiln smokes again."), alike))).toEqual([
      "The kiln smokes.",
      "The kiln broke.",
    ]);
    const equal = (source: About, better: About) =>
      detectedLinks(
        memory("The kiln smokes again.", source),
        [{}, better].map((about, key) => ({
          key,
          text: memory("The kiln broke.", { entities: [], ...about }),
        })),
        idf,
      ).map(({ key }) => key);
    expect(equal({}, { importance: 0.9 })).toEqual([1, 0]);
    expect(equal({ entities: ["Kiln"] }, { entities: ["Kiln"] })).toEqual([1, 0]);
  });
});

describe("what is alike", () => {
  const [source, stranger] = [memory("The sea birds are back."), memory("Gannets circled the bay.")];

  test("by its meaning alone is half alike at least", () => {
    expect(linked(source, [stranger], 0.52)).toHaveLength(1);
    expect(linked(source, [stranger], 0.46)).toEqual([]);
  });

  test("in words that any text may share is as good as a stranger", () => {
    expect(
      linked(memory("Please book the big hall upstairs now, Jonas needs it today."), [
        memory("Please call Liv back today."),
      ]),
    ).toEqual([]);
  });
});

describe("a link", () => {
  const link = (a: string, b: string, at = 2) =>
    linkTo(memory(a, { createdAt: at }), { key: 0, text: memory(b) }, idf);

  test("that contradicts is surer the more alike they are, within bounds", () => {
    const alike = link("The north gate is open.", "The north gate is not open.");
    expect(alike).toMatchObject({ type: "contradicts", confidence: 0.9 });
    const unlike = link("I have no pets.", "I have a dog.");
    expect(unlike).toMatchObject({ type: "contradicts", confidence: 0.6, strength: 0.5 });
  });

  test("elaborates what was told before", () => {
    const [short, long] = ["The weir is old.", "The weir is old, leaks at both gates and is mended in June."];
    expect(link(long, short).type).toBe("elaborates");
    expect(link(long, short, 0).type).toBe("related_to");
  });
});
