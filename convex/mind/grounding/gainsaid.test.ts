import { describe, expect, test } from "vitest";
import { heardIn, isGainsaid } from "./gainsaid";

describe("what says the contrary of what was heard", () => {
  test.each([
    ["The bridge is not closed, the mayor says.", "The mayor says the bridge is closed."],
    ["The bridge is not closed.", "The bridge is closed, so we must go round."],
    ["The bridge is not closed.", "The bridge is closed."],
    ["The bridge is closed.", "The mayor's bridge isn't closed."],
    ["Tom lent Ann his car.", "Ann lent Tom her car."],
    [
      "The library will not open on Sunday, the town says, and the pool is closed.",
      "The library will open on Sunday.",
    ],
    ["Ruth refused to sell the mill to Karl.", "Karl refused to sell the mill to Ruth."],
    ["I don't eat fish.", "The user eats fish."],
    ["The council did not approve the budget and the mayor resigned.", "The council approved the budget."],
    ["Nora does not sail to Kiel.", "Nora sails to Kiel."],
    ["The goat butted the postman.", "The postman butted the goat."],
    ["The pier was not damaged in the storm.", "The storm damaged the pier."],
    ["The mill does not grind in May.", "I think that the mill grinds in May."],
    ["Ada beat Olaf in the final.", "Olaf beat Ada in the final in spite of his cold."],
    ["The pilot praised Nora.", "Nora praised the pilot after a week of fog."],
    ["The abbey lent the bell to the town.", "The town lent the bell to the abbey, and wants it back."],
    ["The river is high.", "It is clear that the river is low."],
    ["The mayor supports the tunnel.", "The mayor opposes the tunnel for its cost."],
    ["The tank is full.", "The tank is empty, so the journey ends here."],
  ])("%s — %s", (heard, said) => {
    expect(isGainsaid(said, heardIn([heard]))).toBe(true);
  });
});

describe("what doesn't, or not surely", () => {
  test.each([
    [
      "The ferry Aurora sails at nine, says the harbour master.",
      "According to the harbour master, the Aurora sails at nine.",
    ],
    ["Tom lent Ann his car.", "Ann was lent a car by Tom."],
    ["Tom lent Ann his car.", "Ann borrowed Tom's car."],
    [
      "The storm did not stop the harvest. The barn is safe.",
      "The harvest was not stopped by the storm, and the barn is safe.",
    ],
    ["The crane fell, and no one was hurt.", "The crane fell."],
    ["The shop does not open until nine.", "The shop opens at nine."],
    ["I don't eat fish.", "User avoids fish; does not eat it."],
    [
      "My son isn't coming for dinner because his train is late.",
      "The son's train is late, so he isn't coming for dinner.",
    ],
    [
      "The council did not approve the budget and the mayor resigned.",
      "The mayor resigned because the budget was not approved.",
    ],
    ["The council did not approve the budget and the mayor resigned.", "The mayor resigned."],
    ["The mill is closed. The bridge is not closed.", "The mill is closed."],
    ["Ada says the bridge is closed. Ben says the bridge is not closed.", "The bridge is closed."],
    ["You owe me five euros.", "I owe the user five euros."],
    ["My sister sold Karl her boat in May.", "In May the sister sold her boat to Karl."],
    ["In Kiel Ada met Olaf.", "Olaf met Ada in Kiel."],
    ["Ada and Olaf won the cup.", "Olaf and Ada won the cup."],
    ["Don't forget to close the gate.", "The gate must be closed."],
    ["Ada married Olaf in Kiel.", "Olaf married Ada in Kiel."],
    ["Ada told Olaf that the boat is sold.", "Olaf heard from Ada that the boat is sold."],
    ["Ada gave Olaf a boat.", "Olaf got a boat from Ada."],
    ["The red lamp is not broken, the blue lamp is broken.", "The blue lamp is broken."],
    ["Nora does not swim on Mondays.", "Nora swims on Tuesdays."],
    ["The Aurora isn't sailing today.", "The Aurora sailed yesterday."],
    ["The bakery is not in Kiel but in Bonn.", "The bakery is in Bonn."],
    ["The key is not on the shelf.", "The key is in the drawer."],
    ["The captain did not pay the crew.", "The crew was paid by the owner."],
    ["The crew has been paid.", "Had the crew not been paid, it would not have sailed."],
    ["The mill works.", "A letter suggests that the mill does not work."],
    ["The mill works.", "The miller says that the mill does not work."],
    ["The lamp is not broken.", "The lamp looks broken and is not."],
    ["The abbey lent the bell to the town.", "Unless the town lent the bell to the abbey, both are poor."],
  ])("%s — %s", (heard, said) => {
    expect(isGainsaid(said, heardIn([heard]))).toBe(false);
  });
});
