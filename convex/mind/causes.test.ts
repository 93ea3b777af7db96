import { describe, expect, test } from "vitest";
import { profileCauses } from "./causes";
import { profileOf } from "./lexical";

describe("profileCauses", () => {
  test.each(["because", "because of", "due to", "thanks to", "as a result of"])(
    "reads what follows %j as a cause",
    (words) => {
      expect(profileCauses(`We were late ${words} the storm in the bay, sadly.`)).toEqual({
        causes: [profileOf("the storm in the bay")],
        effects: [],
      });
    },
  );

  test.each(["led to", "resulted in", "caused"])("reads what follows %j as an effect", (words) => {
    expect(profileCauses(`The storm ${words} long delays. We waited.`)).toEqual({
      causes: [],
      effects: [profileOf("long delays")],
    });
  });

  test("finds nothing where nothing is named", () => {
    expect(profileCauses("It rained. We waited.")).toEqual({ causes: [], effects: [] });
  });
});
