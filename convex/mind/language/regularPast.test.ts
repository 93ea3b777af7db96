import { expect, test } from "vitest";
import { isRegularPast } from "./regularPast";

test.each([
  "walked",
  "used",
  "owed",
  "aged",
  "iced",
  "died",
  "agreed",
  "guaranteed",
  "carried",
  "seeded",
  "re-opened",
  "skied",
])("%s is one", (word) => {
  expect(isRegularPast(word)).toBe(true);
});

test.each(
  "need feed seed speed weed breed exceed indeed greed shed sled shred red bed wed hundred naked sacred wicked hatred moped hotbed alfred".split(
    " ",
  ),
)("%s is none", (word) => {
  expect(isRegularPast(word)).toBe(false);
});
