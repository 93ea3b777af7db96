import { expect, test } from "vitest";
import { opennessOf, tellsOfDrop } from "./seedOpenness";

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
  ["Hail is expected again on Sunday.", "unsettled"],
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
  ["The call loadTiles() fails if the map is empty.", "told"],
  ["readChart returns null unless a port is given.", "told"],
  ["The garbage collector destroyed the chart object.", "told"],
  ["The option is buried in the second menu.", "told"],
  ["The old sailor was buried in the village.", "final"],
  ["Guests may bring one dog each.", "told"],
  ["Crews must sign in; the gate will be locked at ten.", "told"],
  ["To drain the boiler, open the valve and wait; it may hiss.", "told"],
  ["If the lamp is red, press the lever.", "told"],
  ["If you like goats, visit Holm.", "told"],
  ["If the tide is low, the ferry waits.", "conditional"],
  ["The ferry may wait for the tide.", "unsettled"],
  ["The ferry was late due to the tide.", "told"],
  ["The fee is due on Friday.", "intended"],
  ["Olaf planned to sail.", "intended"],
])("%s is %s", (text, openness) => {
  expect(opennessOf(text)).toBe(openness);
});

test.each([
  ["We are not moving to Molde after all.", true],
  ["The tour has been called off.", true],
  ["actually keeping the goats after all", true],
  ["We plan to move to Molde.", false],
  ["Molde has good schools.", false],
])("%s tells that something meant is so no more: %s", (text, tells) => {
  expect(tellsOfDrop(text)).toBe(tells);
});
