import { expect, test } from "vitest";
import { opennessOf } from "./seedOpenness";

test.each([
  ["Ruth lives in Leeds.", "told"],
  ["A guest asks whether the tea is free of milk.", "asked"],
  ["Ruth wants to know if the pool is open.", "asked"],
  ["Is the pool open?", "asked"],
  ["Whether the pool opens is unclear.", "unsettled"],
  ["Dad might have cancer.", "unsettled"],
  ["Investors doubt that Acme will earn money.", "unsettled"],
  ["Perhaps the pump leaks.", "unsettled"],
  ["The choir sings in May.", "told"],
  ["If it rains, the fair is cancelled.", "conditional"],
  ["Marta plans to quit.", "intended"],
  ["The museum will open a wing.", "intended"],
  ["Lena hasn't paid the rent.", "denied"],
  ["Port Ellen has no doctor.", "denied"],
  ["The old bridge may not carry lorries.", "denied"],
  ["Lena almost drowned.", "denied"],
  ["Had Ruth paid, the flat would be hers.", "denied"],
  ["Bello died last night.", "final"],
  ["Bello has not died.", "denied"],
  ["The torch's battery is dead.", "told"],
  ["My laptop died at noon.", "told"],
  ["The link is dead.", "told"],
  ["The hung process was killed.", "told"],
  ["Dead leaves fill the gutter.", "told"],
  ["The whale is dead.", "final"],
  ["Two miners were killed.", "final"],
  ["Aunt Rosa's will is in the safe.", "told"],
  ["Her will will be read in May.", "intended"],
  ["Will will sign it on Monday.", "intended"],
])("%s is %s", (text, openness) => {
  expect(opennessOf(text)).toBe(openness);
});
