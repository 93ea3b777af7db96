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
    "Die Apotheke ist am Freitag zu.",
    "Die Pumpe läuft.",
    "Das Boot war alt.",
    "Die Suppe ist kalt.",
    "La main du chef fait mal.",
    "Ho mal di denti.",
    "A ferida é grave.",
    "Hoy es el examen.",
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
    "Die, batteries!",
    "Men die in Los Andes war.",
    "Das Boot: war film of 1981.",
    "Aunt Zoë might die for a crème brûlée.",
    "François died in São Tomé.",
    "São Tomé: flood kills ten.",
    "Mr. Müller and Ms. de la Cruz met in Le Mans.",
    "War broke out near Sur Mer.",
    "Her doppelgänger would die for love.",
  ])("does not take %j for one", (text) => {
    expect(isInOtherLanguage(text)).toBe(false);
  });

  test("goes by what there is more of", () => {
    expect(
      isInOtherLanguage("She said “der Hund und das Haus” and that was all of it, for there is no more."),
    ).toBe(false);
  });
});
