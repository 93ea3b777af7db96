/** Validation and translation of search conditions. */
import { expect, it } from "vitest";
import type { TextIndex } from "../store/tablets";
import { filterToken } from "./textIndex";
import { textQuery, type SearchExpression } from "./textQuery";

const index: TextIndex = { id: 1, name: "by_text", searchField: "text", filterFields: ["topic", "mood"] };
const translated = (...expressions: SearchExpression[]) => textQuery(index, "notes.by_text", expressions);

const search: SearchExpression = { type: "Search", fieldPath: "text", value: "tea" };
const topic = (value: number): SearchExpression => ({ type: "Eq", fieldPath: "topic", value });

it("a search becomes terms, and one token for each filter", () => {
  const mood: SearchExpression = { type: "Eq", fieldPath: "mood", value: { $undefined: null } };
  expect(translated(mood, search, topic(1))).toEqual({
    terms: ['"tea" *'],
    filterTokens: [filterToken(1, undefined), filterToken(0, 1)],
  });
});

it("a search has exactly one text", () => {
  expect(() => translated(topic(1))).toThrow(
    "Search query against notes.by_text does not contain any search filters. " +
      'You must include a search filter like `q.search("text", searchText)`.',
  );
  expect(() => translated(search, search)).toThrow(
    'contains multiple search filters against "text". Only one is allowed.',
  );
});

it("a search has at most eight filters", () => {
  const eight = Array.from({ length: 8 }, (_, n) => topic(n));
  expect(translated(search, ...eight).filterTokens).toHaveLength(8);
  expect(() => translated(search, ...eight, topic(8))).toThrow(
    "has too many filter conditions. Max: 8 Actual: 9",
  );
});
