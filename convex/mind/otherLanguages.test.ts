import { describe, expect, test } from "vitest";
import { isInOtherLanguage } from "./otherLanguages";

describe("isInOtherLanguage", () => {
  test.each([
    "Die Sitzung war hell und das Gift ist im Schrank.",
    "Le pain est sur la table.",
    "L'hôpital ferme.",
    "No hay pan en la casa.",
    "O Brasil e a bola são legais.",
    "Il cane è brutto e no.",
    "Han er glad for gift.",
    "Hij is dood en het was een ramp.",
    "Rada miasta nie zgodziła się na budowę.",
    "Bu çok güzel bir gün.",
    "Городской совет не одобрил строительство.",
    "Ο σκύλος του γείτονα γαβγίζει.",
  ])("knows %j", (text) => {
    expect(isInOtherLanguage(text)).toBe(true);
    expect(isInOtherLanguage(text.normalize("NFD"))).toBe(true);
  });

  test.each([
    "Die hard fans cried in pain.",
    "I love it, c'est la vie.",
    "Robert de Niro wins, and El Paso cheers.",
    "Los Angeles",
    "MIT wins award",
    "Amazing café!",
    "Han Solo met Zoë in Malmö.",
    "im so glad",
    "See https://example.com/der/die/das and rows.map((e) => e.id, e.value).",
    "Great",
    "",
    "👨‍👩‍👧‍👦 東京",
  ])("does not take %j for one", (text) => {
    expect(isInOtherLanguage(text)).toBe(false);
  });

  test("goes by what there is more of", () => {
    expect(
      isInOtherLanguage("She said “der Hund und das Haus” and that was all of it, for there is no more."),
    ).toBe(false);
  });
});
