/** Pairs of texts that say the same, and pairs that nearly do. */
import { describe, expect, test } from "vitest";
import { idfOf } from "../../../mind/ranking/idf";
import { dedupText, verdictOn } from "./duplicates";

const idf = idfOf(0, () => 0);
const kindOf = (known: string, later: string) =>
  verdictOn(dedupText(known), dedupText(later), idf, null, 0.92).kind;

const DIARY =
  "We met at the boathouse on Sunday. Yrsa read me the letter from her aunt. Then we painted the hull and oiled the oars. " +
  "Sindri brought bread and smoked fish. The wind turned in the afternoon. At dusk we walked home along the dike.";

describe("a text that says another thing", () => {
  test.each([
    ["The doctor told Henrik to take the tablets with plenty of water after breakfast.", "tablets", "drops"],
    ["The worker wakes up the next one after it has released the lock on the queue.", "released", "acquired"],
    [
      "The builder found that the roof of the old school building needs to be replaced this year.",
      "roof",
      "boiler",
    ],
    [
      "For lunch on the ferry to the island we had a bowl of mushroom soup with rye bread.",
      "mushroom",
      "salmon",
    ],
    [
      "My flatmate borrowed the ladder from the neighbours and has not brought it back yet.",
      "ladder",
      "wheelbarrow",
    ],
    [
      "In the night the crew of the trawler radioed that the rudder had broken in the storm.",
      "rudder",
      "mast",
    ],
    [
      "In the night the crew of the trawler radioed that the engine had broken in the storm.",
      "engine",
      "winch",
    ],
    [
      "At the meeting in the library the treasurer asked for a new lamp above the reading desk.",
      "lamp",
      "shelf",
    ],
    [
      "Before the concert the conductor gave the violin back to the girl in the second row.",
      "violin",
      "score",
    ],
    [
      "Our neighbour on the third floor keeps two parrots in a cage beside the kitchen window.",
      "parrots",
      "rabbits",
    ],
    ["The nurse put the bandage on his left knee and told him to come back in a week.", "knee", "elbow"],
    [DIARY, "Yrsa read", "Sindri read"],
    [DIARY, "painted", "scraped"],
    [DIARY, "fish", "cheese"],
  ])("is no duplicate where one word differs: %j, %j, %j", (known, word, other) => {
    const later = known.replace(word, other);
    expect(later).not.toBe(known);
    expect(kindOf(known, later)).toBe("different");
    expect(kindOf(later, known)).toBe("different");
  });

  test.each([
    [DIARY, `${DIARY} We also agreed to sell the boat.`],
    [DIARY, DIARY.replace("The wind", "A seal followed us. The wind")],
    [DIARY.repeat(8), `${DIARY.repeat(8)} Kari is expecting twins.`],
  ])("is no duplicate where it adds a sentence", (known, later) => {
    expect(kindOf(known, later)).toBe("different");
    // The other way round nothing is lost.
    expect(kindOf(later, known)).toBe("near");
  });

  test.each([
    ["The server runs version 2.1", "The server runs version 2.10"],
    ["The build needs Python 3.1", "The build needs Python 3.10"],
    ["The harbour was built in the 1990s", "The harbour was built in 1990"],
    ["The harbour is closed", "The harbour was closed"],
    ["Elin has a brother in Bergen", "Elin had a brother in Bergen"],
    ["My uncle owns a boat in the harbour", "My uncle owned a boat in the harbour"],
    ["The user is studying medicine at Heidelberg", "The user studied medicine at Heidelberg"],
    ["I am moving to the flat in Kiel", "I moved to the flat in Kiel"],
    ["Eva is building the new shed", "Eva has built the new shed"],
    ["We're building a shed by the lake", "We built a shed by the lake"],
    ["The user wants a dog named Rex", "The user has a dog named Rex"],
    ["Mara thinks she is ill today", "Mara is ill today"],
    ["User prefers letters over calls", "The user prefers calls over letters"],
    ["Nora is too young to drive", "Nora is young enough to drive"],
    ["The ferry came too late for the market", "The ferry came late for the market"],
    ["Their cabin is near the lake", "Our cabin is near the lake"],
    ["We won the regatta", "They won the regatta"],
    ["I paint boats in summer", "We paint boats in summer"],
    ["The bakery is open until six", "The bakery is open from six"],
    ["Ask Ada or Ben about the keys", "Ask Ada and Ben about the keys"],
    ["I think Elin stole the lamp.", "Elin stole the lamp."],
    ["Elin probably stole the lamp.", "Elin stole the lamp."],
    ["The rope costs 10 euros per metre", "The rope costs 10 euros"],
    ["C is faster than C++.", "C++ is faster than C."],
    ["The notes are at https://example.org/x", "The notes are at https://example.org/X"],
    ["The password is Hunter.", "The password is hunter."],
    ["The script is /opt/tools/Run", "The script is /opt/tools/run"],
    ["The cake contains nuts!", "The cake contains nuts?"],
    ["The lamp works", "The lamp works?!"],
    ["Meet at 5 pm", "Meet at 5 am"],
    ["The room costs 100 NOK", "The room costs 100 DKK"],
    ["The room costs 100 kroner", "The room costs 100 SEK"],
    ["The room costs 100 kroner", "The room costs 100 kronor"],
    ["The room costs 100 USD", "The room costs 100 Canadian dollars"],
    ["The room costs US$100", "The room costs HK$100"],
    ["The parcel on the shelf is 5 lb", "The parcel on the shelf is 5 GBP"],
    ["The kiosk is open from 10 to 4", "The kiosk is open from 3:50"],
    ["The kiosk is open from ten to twelve", "The kiosk is open at ten to twelve"],
    ["The play runs from five to ten", "The play runs from 9:55"],
    ["We expect ten to twelve goats", "We expect 11:50 goats"],
    ["The archive holds 5M records", "The archive holds 5 m records"],
    ["Anna is married to Tom Berg", "Anna was married to Tom Berg"],
    ["The rent of the mill is 1.500 euros", "The rent of the mill is 1.5 euros"],
    ["The printer on the third floor is at 10.0.0.10", "The printer on the third floor is at 10.0.0.1"],
    ["The tool that Ola wrote needs version 1.2.10", "The tool that Ola wrote needs version 1.2.1"],
    ["The stamp shows Christina I", "The stamp shows Christina II"],
    ["Her great-uncle sailed in World War II", "Her great-uncle sailed in World War I"],
    ["The sack weighs 5 kg", "The sack weighs 5 g"],
    ["The exam is on 14 May 2025", "The exam is on 2025-05-15"],
    ["The fund holds 1 million euros", "The fund holds 1 billion euros"],
    ["My cat's name is Tom.", "My cat is called Tim."],
    ["Jonas is my brother.", "My boss is Jonas."],
    ["Tom is Anna's teacher.", "Anna is Tom's teacher."],
    ["I prefer tea over coffee.", "I prefer coffee to tea."],
    ["I like jazz.", "I'm not a fan of jazz."],
    ["I can swim a mile.", "I was able to swim a mile."],
    ["He is a nurse.", "He worked as a nurse."],
    ["It is on the 21st floor", "It is on the twenty-second floor"],
    ["Anna will attend the wedding", "Anna won't attend the wedding"],
    ["The house sold for two hundred thousand", "The house sold for two hundred and five thousand"],
    ["She lives in the flat above the bakery", "She lived in the flat above the bakery"],
    ["The gulls flew into the shed by the mill", "The gulls flew out of the shed by the mill"],
    ["Runa climbed onto the roof of the barn", "Runa climbed off the roof of the barn"],
    ["The bench stands in front of the old chapel", "The bench stands behind the old chapel"],
    ["The children play in the water at the mill", "The children play near the water at the mill"],
    ["The rake lies on the boards of the shed", "The rake lies under the boards of the shed"],
    [
      "A big brown goat with a bell stands at the gate of the farm",
      "A little brown goat with a bell stands at the gate of the farm",
    ],
    ["The woman in the straw hat sells a basket", "The woman in the hat sells a straw basket"],
    ["The empty bottle is on the shelf in the hall", "The bottle is on the shelf in the empty hall"],
    ["The crew of tired sailors slept in a hut", "The crew of sailors slept in a tired hut"],
  ])("is no duplicate: %j, %j", (one, other) => {
    expect(kindOf(one, other)).toBe("different");
    expect(kindOf(other, one)).toBe("different");
  });
});

describe("a text that says the same", () => {
  test.each([
    ["The sack weighs 5 kg", "The sack weighs 5kg"],
    ["The sack weighs 5 kilograms", "The sack weighs 5 kg"],
    ["The rope is 2 metres long", "The rope is 2 m long"],
    ["The gate opens at 9am", "The gate opens at 9 am"],
    ["The gate closes at 5 p.m.", "The gate closes at 5pm"],
    ["The gate closes at 5pm", "The gate closes at 17:00"],
    ["The gate closes at 5:30 p.m. on Friday", "The gate closes at 17:30 on Friday"],
    ["The exam is on Dec 5", "The exam is on December 5"],
    ["The exam is on December 5", "The exam is on 5 December"],
    ["The exam is on 2025-05-14", "The exam is on 14 May 2025"],
    ["The fund holds one million euros", "The fund holds 1 million euros"],
    ["The fund holds 1,000,000 euros", "The fund holds a million euros"],
    ["Doctor Berg opens a practice in Molde", "Dr. Berg opens a practice in Molde"],
    ["Send the invoice by e-mail to Kari", "Send the invoice by email to Kari"],
    ["Anna will not attend the wedding", "Anna won't attend the wedding"],
    ["We shan't sell the boat", "We shall not sell the boat"],
    ["She doesn't eat fish", "She does not eat fish"],
    ["They've painted the hull", "They have painted the hull"],
    ["He cannot swim well", "He can't swim well"],
    ["He cannot swim well", "He cant swim well"],
    ["The party is on the 21st of June", "The party is on the twenty-first of June"],
    ["Our flat is on the third floor.", "Our flat is on the 3rd floor."],
    ["Tom is 34 years old.", "Tom is 34."],
    ["I have two kids.", "I have two children."],
    ["Eva is building the new shed", "Eva has been building the new shed"],
    ["I usually go to bed at 11.", "I normally go to bed at eleven."],
    ["I'm learning Spanish.", "I am currently learning Spanish."],
    ["Our son is eight years old.", "Our son is 8."],
    ["My favourite band is Radiohead.", "Radiohead is my favourite band."],
    ["They got married in 2012.", "They were married in 2012."],
    ["The room costs 100 kr", "The room costs 100 NOK"],
    ["The room costs 100 kr", "The room costs 100 SEK"],
    ["The room costs 100 dollars", "The room costs 100 USD"],
    ["The parcel on the shelf is 5 pounds", "The parcel on the shelf is 5 lb"],
    ["The train leaves at ten to twelve", "The train leaves at 11:50"],
    ["The train leaves at a quarter past six", "The train leaves at 6:15"],
    ["The archive holds 5M records", "The archive holds 5 million records"],
    ["The mill was built in nineteen eighty-four", "The mill was built in 1984"],
    ["My dog is called Rex.", "My dog's name is Rex."],
    ["I am allergic to peanuts.", "I have a peanut allergy."],
    ["Jonas is my brother.", "My brother is Jonas."],
    ["The user's dentist is Dr. Lund.", "Dr. Lund is the user's dentist."],
    ["She works at Google.", "She is employed by Google."],
    ["He works as a nurse.", "He is a nurse."],
    ["I like jazz.", "I'm a fan of jazz."],
    ["The office is in Berlin.", "The office is located in Berlin."],
    ["The party takes place on Friday.", "The party is on Friday."],
    ["The flight was late because of fog.", "The flight was late due to fog."],
    ["My mother lives in Rome.", "My mum lives in Rome."],
    ["The troops moved to the north", "The soldiers moved to the north"],
    ["The church is from the nineteenth century", "The church is from the 19th century"],
    ["Her favourite colour is green", "Her favorite color is green"],
    ["The grey cat sleeps", "The gray cat sleeps"],
    ["They organised the theatre programme", "They organized the theater program"],
    ["The neighbours cancelled the party", "The neighbors canceled the party"],
    ["The analysed samples came from the harbour", "The analyzed samples came from the harbor"],
    ["The drive has 500GB", "The drive has 500 gigabytes"],
    ["The bus goes 80 km/h", "The bus goes 80 kilometres per hour"],
    ["The walk takes 20 mins", "The walk takes 20 minutes"],
    ["The U.S. team trains in Oslo", "The US team trains in Oslo"],
    ["The ladder stands in front of the old chapel", "The ladder stands near the old chapel"],
    ["Add a little butter to the sauce of the fish", "Add some butter to the sauce of the fish"],
    ["The old red lamp hangs in the small kitchen", "The red old lamp hangs in the small kitchen"],
    ["The goat eats and sleeps in the old barn", "The goat sleeps and eats in the old barn"],
    ["Kari & Ola bought the mill", "Kari and Ola bought the mill"],
    ["The course starts Wed evening in Molde", "The course starts Wednesday evening in Molde"],
    ["The rope costs 10 euros a metre", "The rope costs 10 euros per metre"],
    [
      "Please take the blue folder to the office of the notary",
      "Kindly take the blue folder to the office of the notary",
    ],
  ])("is a duplicate: %j, %j", (one, other) => {
    expect(kindOf(one, other)).not.toBe("different");
    expect(kindOf(other, one)).not.toBe("different");
  });
});
