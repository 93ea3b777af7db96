import { describe, expect, test } from "vitest";
import { claimsOf } from "../statements/claims";
import { saysOther } from "./newContent";

const says = (known: string, later: string) => saysOther(claimsOf(known), claimsOf(later));

describe("saysOther", () => {
  test("sees one word in another's place, also where it is so each time", () => {
    const known = "A white goose and an old grey goose are asleep on the steps";
    expect(says(known, known.replace("old", "ill"))).toBe(true);
    expect(says(known, known.replaceAll("goose", "sheep"))).toBe(true);
    // How alike the texts are decides where more than one thing differs.
    expect(says(known, known.replace("goose", "sheep").replace("old", "ill"))).toBe(false);
  });
});
