import fc from "fast-check";
import { expect, test } from "vitest";
import { isEnglish } from "./language";

test.each([
  "The train was late again.",
  "server down",
  "great job",
  "Los Angeles fires kill dozens",
  "Das Boot was great",
  "We had crème brûlée at the café and I liked it",
  "error: connection refused",
  "12:30",
  "👍",
  "",
])("detects %j as English", (text) => {
  expect(isEnglish(text)).toBe(true);
});

test.each([
  "Die Sonne scheint.",
  "Der Server ist ausgefallen",
  "Je suis triste aujourd'hui",
  "La casa es hermosa",
  "Não gosto de chuva",
  "Sono molto felice",
  "Ik ben niet blij met de hond",
  "Jag är glad",
  "Jeg er ikke glad",
  "Olen väsynyt ja surullinen",
  "Jestem dzisiaj w domu",
  "Dnes je krásný den",
  "Bugün hava çok güzel",
  "Saya tidak suka hujan",
  "Cartea este pe masă",
  "Nagyon szép nap van",
  "Hôm nay trời đẹp",
  "Сегодня хорошая погода",
  "今日はいい天気です",
  "الجو جميل اليوم",
])("detects %j as not English", (text) => {
  expect(isEnglish(text)).toBe(false);
});

test("ignores white space around a text", () => {
  fc.assert(
    fc.property(fc.string({ maxLength: 100 }), (text) => {
      expect(isEnglish(`  ${text}\n`)).toBe(isEnglish(text));
    }),
  );
});
