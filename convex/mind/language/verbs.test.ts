import { describe, expect, test } from "vitest";
import { isVerbForm } from "./verbs";

describe("isVerbForm", () => {
  test.each(
    (
      "visit visited visiting hike hiked hiking plan planned planning carry carried carrying play played playing agree agreed " +
      "agreeing meet met meeting run ran running see saw seeing write wrote writing sailing heard hearing lost"
    ).split(" "),
  )("knows %s", (word) => {
    expect(isVerbForm(word)).toBe(true);
  });

  test.each(
    "alfred mohammed irving beijing king united new bank north children rose drew planed hikking lena men".split(
      " ",
    ),
  )("does not take %s for one", (word) => {
    expect(isVerbForm(word)).toBe(false);
  });
});
