import { describe, expect, test } from "vitest";
import { isGrave, tellsOfHarm } from "./grave";

describe("another language", () => {
  test.each(["Die Fähre ist voll.", "Le pain est sur la table.", "Die Katze schläft.", "Il cane è grave."])(
    "is not read as English: %s",
    (text) => {
      expect([tellsOfHarm(text), isGrave(text)]).toEqual([false, false]);
    },
  );
});
