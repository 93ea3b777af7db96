import { expect, test } from "vitest";
import { termsOf } from "../language/tokens";
import { profileFor } from "../../../mind/ranking/lexical";
import { idfOf } from "../../../mind/ranking/idf";
import { likeliestFirst } from "./likeliest";
import { linkText } from "./links";

const idf = idfOf(0, () => 0);
/** These texts, told in this order, as a memory that says `source` looks at them; found in another one. */
function ordered(source: string, texts: readonly string[]): string[] {
  const memory = linkText(source, { entities: [], importance: 0.4, createdAt: 1 });
  const told = texts.map((text, place) => ({ text, place })).reverse();
  const profileOf = ({ text }: { text: string }, sought: ReadonlySet<string>) => {
    const terms = termsOf(text);
    return profileFor(sought, terms, Math.sqrt(terms.length) * idf("anything"));
  };
  return likeliestFirst(memory, told, profileOf, idf).map(({ text }) => text);
}

test("what is likest is looked at first, and of what is as like the older", () => {
  const texts = ["The kiln is cold.", "Bread is cheap.", "Our kiln broke twice.", "Salt is cheap."];
  expect(ordered("Our kiln broke again.", texts)).toEqual([
    "Our kiln broke twice.",
    "The kiln is cold.",
    "Bread is cheap.",
    "Salt is cheap.",
  ]);
  expect(ordered("Nothing of the sort.", [...texts].reverse())).toEqual([...texts].reverse());
});

test.each([
  [
    "a cause",
    "The long planned regatta of the island schools started two hours late because the pump broke.",
    "The pump broke at dawn.",
    "The island schools planned a long regatta of two hours.",
  ],
  [
    "an effect",
    "A swan nested under the old jetty by the boathouse in spring, which led to a detour of the ferry.",
    "A detour of the ferry annoys tourists.",
    "The swan under the old jetty by the boathouse nested early in spring.",
  ],
])(
  "what tells of %s that the memory names comes before what merely shares more words",
  (_, source, told, alike) => {
    expect(ordered(source, [alike, told])).toEqual([told, alike]);
  },
);
