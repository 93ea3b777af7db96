import fc from "fast-check";
import { expect, test } from "vitest";
import { commonRun } from "./commonRuns";

test.each([
  ["東京駅で友達に会いました。", "東京駅は工事中です。", "東京駅"],
  ["今日は東京で雨が降りました。", "東京の雨は明日も続くでしょう。", "東京"],
  ["コンサートは中止です。", "昨日のコンサートに行きました。", "コンサート"],
  ["昨日プリンを食べました。", "プリンターが壊れました。", null],
  ["本を読みました。", "山に登りました。", null],
  ["図書館で本を借りた。", "図書室は静かだ。", null],
  ["昨日は雨でした。", "昨日公園に行った。", null],
  ["暴风雨把港口关了。", "暴风雨持续到早上。", "暴风雨"],
  ["妈妈喜欢喝绿茶。", "我很喜欢这座桥。", null],
  ["妈妈喜欢喝绿茶。", "妈妈昨天买了绿茶。", "妈妈"],
  ["新规定让我很烦。", "我很累。", null],
  ["我在图书馆借书。", "图书馆的门开着。", "图书馆"],
  ["The ferry waits.", "The ferry leaves.", null],
])("%s and %s share %s", (a, b, run) => {
  expect(commonRun(a, b)).toBe(run);
});

test("a run stands in both texts, whichever comes first", () => {
  const text = fc
    .array(fc.constantFrom("東", "京", "駅", "の", "は", "プ", "リ", "ン", "。", "a"), { maxLength: 14 })
    .map((characters) => characters.join(""));
  fc.assert(
    fc.property(text, text, (a, b) => {
      const run = commonRun(a, b);
      expect(commonRun(b, a)).toBe(run);
      if (run === null) return;
      expect(a).toContain(run);
      expect(b).toContain(run);
    }),
  );
});
