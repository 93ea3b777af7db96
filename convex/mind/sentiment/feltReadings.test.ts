import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { clauseWords } from "../language/clauseWords";
import { absencesOf } from "./absences";
import { feltReadings } from "./feltReadings";
import { sayingsOf } from "./heardSayings";
import { lossesOf } from "./losses";
import { outcomesOf } from "./outcomes";
import { sentimentOf } from "./sentiment";

const wordsOf = (text: string) => text.split(" ");

describe("what happens, and what does not, is felt as good or bad", () => {
  test.each([
    "Unemployment falls to a record low of 2.1%",
    "Crime drops by a third",
    "Inflation eases to 2%",
    "War ends after ten years; peace treaty signed",
    "The strike is over",
    "The flood has receded",
    "The siege was lifted",
    "The disease was eradicated",
    "She recovered from cancer",
    "The threat was averted",
    "Sales rose 10%",
    "Profits soar",
    "Donations doubled",
    "Unemployment did not rise",
    "The government reduces poverty",
    "Police avert an attack",
    "Nobody died",
    "The epidemic has been stamped out",
    "Murders are down 12% in the city",
    "Profits up 5%",
    "Unemployment at a record low",
    "Sales hit a record high",
    "A fall in crime",
    "An end to the war",
    "Fewer deaths than last year",
    "Falling unemployment",
    "The number of deaths fell by half",
    "The crime rate fell",
    "Share prices rise",
    "Child mortality has halved since 2000",
    "The firefighters put out the fire",
    "Two children were rescued from the fire",
    "He was cleared of fraud",
    "The bridge reopens on Friday",
    "no need to panic",
    "No serious injuries were reported",
    "No deaths, injuries or damage were reported",
    "No animals were harmed",
    "They found no trace of the virus",
    "Waiting for good news: tensions ease",
    "Pain subsided after an hour",
    "That solo was sick! Insane guitar",
    "The cake is to die for",
    "Jobs were created",
    "The firm added jobs as orders doubled",
    "Wages rise while inflation falls",
    "Death toll falls to zero",
    "Infections fell sharply",
    "Vaccines prevent disease",
    "Poverty has been halved",
    "Hospital waiting: deaths from cancer are falling",
    "Police say crime in the city has fallen by 12%",
    "The curfew has been lifted, residents return",
    "The quarantine ends today",
    "Visitors to the museum doubled last year",
    "The team restored peace in the village",
    "A sharp drop in infections",
    "Losses narrow",
    "Nobody on board was injured or killed",
    "Not a single person was harmed",
    "Neither driver was hurt",
    "Tests show no evidence of contamination",
    "Tests did not find any evidence of contamination",
    "The village is free from malaria",
    "Our survey finds no cases of measles",
    "Firefighters saved the family from the fire",
    "He survived the crash",
    "He overcame his addiction",
    "Visitor numbers are up 30 percent",
    "Complaints have halved",
    "Complaints halve after new training",
    "Inflation slows to 2%",
    "Tuberculosis was wiped out on the island",
    "Lower inflation cheers shoppers",
    "Shorter queues, fewer complaints",
    "The end of the pandemic",
    "Can't wait to see you",
    "That album was insane!",
    "Crime isn't rising",
    "Traffic deaths reach a record low",
  ])("%s: positive", (text) => {
    expect(sentimentOf(text).label).toBe("positive");
  });

  test.each([
    "Doctors find no sign of cancer",
    "Nobody was hurt in the fire",
    "No one was injured",
    "None of the passengers were harmed",
    "The fire did no damage",
    "There is no evidence of fraud",
    "The city is free of cholera",
    "Without any injuries",
    "Killer deal! Insane discounts",
  ])("%s: not negative", (text) => {
    expect(sentimentOf(text).label).not.toBe("negative");
  });

  test.each([
    "ACME shares fell 12% after the recall",
    "Shares of the bank collapsed",
    "Sales dropped",
    "Profits plunge",
    "Trust in the mayor declines",
    "Unemployment rises to 9%",
    "Crime is up by a third",
    "Debt soars",
    "Five workers were laid off",
    "300 jobs cut",
    "The factory shuts down",
    "The bridge was closed after cracks were found",
    "lol nobody uses this app anymore",
    "The war never ended",
    "Crime did not fall",
    "No good reason",
    "No fun at all",
    "Sales did not rise",
    "Unemployment fails to fall",
    "The company cuts 300 jobs",
    "No one is happy with it",
    "Murders are up 12% in the city",
    "Profits down 5%",
    "Confidence at a ten-year low",
    "A fall in sales worries investors",
    "A rise in homelessness",
    "No end to the war",
    "The loss of trust",
    "Rising debt",
    "Falling wages",
    "Food prices rise again",
    "Child mortality has doubled since 2000",
    "The factory closed",
    "She lost her job",
    "no sign of progress",
    "no chance of success",
    "The truce collapsed",
    "The ceasefire has ended",
    "Tensions mount at the border",
    "Hope fades for the missing miners",
    "Support for the mayor is falling",
    "Analysts say demand is slowing",
    "The crowd grew angry",
    "The sick child cried",
    "He went to die for his country",
    "The killer was found dead",
    "nobody came to the reading",
    "Attendance halved",
    "Jobs are being cut across the region",
    "Crime rises",
    "Unemployment benefits were cut",
    "Wages fall while rents rise",
    "Death toll rises to 20",
    "The crime was never solved",
    "Charity says hunger in the region is growing",
    "Hunger spreads",
    "The truce was broken off and fighting resumed",
    "Donations to the hospital have halved",
    "The fund lost half its investors",
    "Ford axes 800 jobs",
    "Hundreds of jobs lost as mill closes",
    "A sharp drop in donations",
    "Not one customer was satisfied",
    "There is no hope of rescue",
    "There are no jobs",
    "Morale at an all-time low",
    "Visitor numbers are down 30 percent",
    "Complaints have tripled",
    "Growth slows to 0.3%",
    "Nobody trusts the mayor",
    "None of the experiments succeeded",
    "The company laid off 200 people",
    "Reading lays off 40 staff",
    "The airline goes bust",
    "Lower wages",
    "The end of the truce",
    "Crime isn't falling",
    "Profits are not growing",
    "Murders reach a ten-year high",
  ])("%s: negative", (text) => {
    expect(sentimentOf(text).label).toBe("negative");
  });
});

describe("what only looks like it is read word by word, as it stands", () => {
  test.each([
    "Prices fell apart",
    "the end of summer",
    "free of charge",
    "He ended the meeting with cancer patients",
    "Nobody does it better",
    "No one can beat this team",
    "He was born at the end of the war",
    "Prices rise",
    "He died of cancer",
    "The shop closes at six",
    "The museum is closed on Mondays",
    "The strike is over pay",
    "The decision is up to the war council",
    "The market is open",
    "The crowd rose to its feet",
    "He rose early and jumped on the bus",
    "The temperature fell",
    "The curtain falls",
    "She lost weight",
    "They lost the war",
    "This view is breathtaking",
    "Crime prevention budget is discussed",
    "Stocks of food are in the cellar",
    "The trade fair opens Monday",
    "She cut the rope",
    "He lost his keys on the bus",
    "End users can raise a ticket",
    "The bank raised its offer for the company",
    "The number of people who moved fell",
    "Water levels fall in the lake",
    "The sun rises over the sea",
    "Bread rises in the oven",
    "The plane landed safely",
    "Free tickets for all visitors",
    "He told nobody where he went",
    "No one was there",
    "No longer available",
    "No doubt it is a great film",
    "None of the rooms has a window",
    "The meeting is over at six",
    "The summer is over",
    "The bridge over the river is open",
    "The road is long",
    "He dropped out of school",
    "The leaves fall in autumn",
    "She fell in love with the city",
    "The government fell after the vote",
    "The library is closed for the holidays",
    "They shut the door",
    "He laid the book on the table",
    "The carpet was laid yesterday",
    "A killer was arrested in Leeds",
    "The crazy man shouted at us",
    "I am sick of this app",
    "The war in Syria",
    "There is a war and people die",
    "I am not happy",
    "We have no problem with that",
    "Markets open on Monday",
    "The strike began on Monday",
    "Heating up the soup",
    "Prices are up for debate",
    "It is up to you",
    "It goes without saying",
    "He came down the stairs",
    "The rain stopped",
    "He fell ill",
  ])("%s", (text) => {
    expect(feltReadings(wordsOf(text))).toEqual(wordsOf(text));
  });
});

describe("feltReadings", () => {
  test("keeps a word's punctuation and capitals", () => {
    expect(feltReadings(wordsOf("CRIME FALLS! Sales dropped."))).toEqual([
      "THING",
      "IMPROVED!",
      "Sales",
      "worse.",
    ]);
  });

  test("joins nothing across the end of a clause", () => {
    const text = wordsOf("We spoke of crime. Falls the rain? No one. Hurt feelings, though.");
    expect(feltReadings(text)).toEqual(text);
  });

  test("says nothing twice: a rise in what is bad is as bad as that", () => {
    expect(sentimentOf("Murders rise").score).toBe(sentimentOf("Murders").score);
  });

  test("reads each word of any text as one word, and text without its words as it stands", () => {
    const words = fc.array(
      fc.oneof(
        fc.constantFrom(
          ..."no nobody none of free from crime sales fell rise up over , or fails to not war end the".split(
            " ",
          ),
        ),
        fc.stringMatching(/^\S{1,12}$/),
      ),
      { maxLength: 40 },
    );
    fc.assert(
      fc.property(words, (texts) => {
        const read = feltReadings(texts);
        expect(read).toHaveLength(texts.length);
        expect(read.every((word) => !/\s/.test(word))).toBe(true);
      }),
    );
    fc.assert(
      fc.property(
        fc.array(fc.constantFrom(..."table lovely awful green walk happy sad the a".split(" "))),
        (texts) => {
          expect(feltReadings(texts)).toEqual(texts);
        },
      ),
    );
  });

  test.each([
    ...["no", "nobody", "of", "crime of", "sales fell", "free of", "not any sign", "no deaths or"],
    ...["server is", "passed the", "no longer", "server of", "the server in the"],
  ])("looks at each word a bounded number of times: %j over and over", (phrase) => {
    const looks = (copies: number) => {
      let count = 0;
      const words = new Proxy(clauseWords(wordsOf(Array<string>(copies).fill(phrase).join(" "))), {
        get(target, key, receiver): unknown {
          count += 1;
          return Reflect.get(target, key, receiver);
        },
      });
      outcomesOf(words);
      lossesOf(words, () => -1);
      absencesOf(words, () => -1);
      sayingsOf(words, () => -1);
      return count;
    };
    // Four times the words: quadratic cost would be sixteen times the looks.
    expect(looks(2000)).toBeLessThan(looks(500) * 4.5);
  });
});
