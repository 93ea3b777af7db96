import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { expectProportional } from "../../test.growth";
import { claimsOf } from "../statements/claims";
import { differencesOf } from "./differences";

const differences = (known: string, later: string) => differencesOf(claimsOf(known), claimsOf(later));

describe("differencesOf", () => {
  test.each([
    ["The café is open", "The café is not open", ["negation"]],
    ["We met 3 people", "We met 4 people", ["numbers"]],
    ["We met 3 people", "We met three people", []],
    ["It costs 2 euros", "It costs 1 euro", ["numbers"]],
    ["The price went up", "The price went down", ["opposites"]],
    ["He flew to Lima on business", "He flew to Oslo on business", ["names"]],
    ["The goat ran from a dog", "The goat ran after a dog", ["particles"]],
    ["Nils can't row", "Nils can't row well", ["negation"]],
    ["The mayor opened the lock", "The former mayor opened the lock", ["qualifiers"]],
    ["Everybody but Eva sails", "Everybody and Eva sails", ["qualifiers"]],
    ["This recipe needs yeast", "That recipe needs yeast", ["which"]],
    ["My canoe sank in the storm", "My uncle's canoe sank in the storm", ["names"]],
    ["He met Rob in town", "He met Robert in town", []],
    ["Anna thanked Ben", "Ben thanked Anna", ["order"]],
    ["Anna thanked Ben", "Ben was thanked by Anna", []],
    ["He met Zoë in town", "He met Zoe in town", []],
    ["The vote is non-binding this time", "The vote is nonbinding this time", []],
    ["The vote is binding this time", "The vote is nonbinding this time", ["opposites"]],
    ["On Monday the board met in the town hall", "The board met in the town hall on Monday", []],
    ["They meet at 3pm", "They meet at 4pm", ["numbers"]],
    ["They meet at 3pm", "They meet at 3 pm", []],
    ["They meet at 3am", "They meet at 3pm", ["numbers"]],
    ["It was -5 degrees", "It was 5 degrees", ["numbers"]],
    ["We walked 10-12 miles", "We walked 10 - 12 miles", []],
    ["The flight is an A320", "The flight is an A330", ["numbers", "names"]],
    ["It took thirty days", "It took forty days", ["numbers"]],
    ["It cost two million", "It cost two billion", ["numbers"]],
    ["He read part II of it", "He read part III of it", ["numbers"]],
    ["It takes 3 weeks", "It takes 3 months", ["opposites"]],
    ["We chose plan A at once", "We chose plan B at once", ["names"]],
    ["They moved to New York", "They moved to Los Angeles", ["names"]],
    ["Anna asked for the keys of the boat", "Maria asked for the keys of the boat", ["names"]],
    ["Officials asked for the keys of the boat", "Authorities asked for the keys of the boat", []],
    ["He passed the test", "He failed to pass the test", ["negation"]],
    ["I do like it", "I dont like it", ["negation"]],
    ["We sailed in May", "We sailed in June", ["opposites", "names"]],
    ["I like to sail at night", "Do you like to sail at night?", ["opposites", "question"]],
    [
      "john owes mary more than the price of a boat",
      "mary owes john more than the price of a boat",
      ["order"],
    ],
    ["Ich mag Tee", "Ich mag keinen Tee", ["negation"]],
    ["Совет одобрил мост", "Совет не одобрил мост", ["negation"]],
    ["Rada zgodziła się na most", "Rada nie zgodziła się na most", ["negation"]],
    ["Il consiglio ha approvato il ponte", "Il consiglio non ha approvato il ponte", ["negation"]],
    ["Το συμβούλιο ενέκρινε τη γέφυρα", "Το συμβούλιο δεν ενέκρινε τη γέφυρα", ["negation"]],
    ["Bu köprü güzel", "Bu köprü güzel değil", ["negation"]],
    ["परिषद ने मंजूरी दी है", "परिषद ने मंजूरी नहीं दी है", ["negation"]],
    ["המועצה אישרה את הגשר", "המועצה לא אישרה את הגשר", ["negation"]],
    ["وافق المجلس على الجسر", "لم وافق المجلس على الجسر", ["negation"]],
    ["Hội đồng đã phê duyệt", "Hội đồng không đã phê duyệt", ["negation"]],
    ["これは大きい、とても良い、と言った", "これは大きい、とても良くない、と言った", ["negation"]],
    ["菜很好，天气好，价格便宜", "菜很好，天气不好，价格便宜", ["negation"]],
    ["สภาเมืองอนุมัติสะพานใหม่", "สภาเมืองไม่อนุมัติสะพานใหม่", ["negation"]],
    ["A non stop flight left", "A nonstop flight left", []],
    ["عاد البحارة", "عاد البحارة؟", ["question"]],
    ["وصلت ٥ سفن", "وصلت ٦ سفن", ["numbers"]],
    ["وصلت ٥ سفن", "وصلت 5 سفن", []],
    ["会議は5月に始まる", "会議は6月に始まる", ["numbers"]],
    ["会議は５月に始まる", "会議は5月に始まる", []],
    ["The har\u200bbour is closed", "The harbour is closed", []],
    ["The door was locked", "The door was unlocked", ["opposites"]],
    ["She is a careful driver", "She is a careless driver", ["opposites"]],
    ["Most guests liked the soup", "Few guests liked the soup", ["opposites"]],
    ["Few guests liked the soup", "A few guests liked the soup", ["opposites"]],
    ["Some guests liked the soup", "A few guests liked the soup", []],
    ["The request was approved", "The request was cancelled", ["opposites"]],
    ["The lamp costs $20", "The lamp costs €20", ["opposites"]],
    ["The lamp costs $20", "The lamp costs 20 dollars", []],
    ["A hut with no stove", "A hut without a stove", []],
    ["Her grade is A-", "Her grade is A", ["names"]],
    ["When does the ferry leave?", "Where does the ferry leave?", ["question"]],
    ["How does the lamp work?", "Does the lamp work?", ["question"]],
    ["I know when the ferry leaves", "I know where the ferry leaves", ["question"]],
    ["what is the fare", "What is the fare?", []],
    ["What time does the ferry leave?", "When does the ferry leave?", []],
    ["Can you tell me when the ferry leaves?", "When does the ferry leave?", []],
    ["Lamps B and C are still on", "Lamps A and B are still on", ["names"]],
    ["lamp a and lamp b are still on", "Lamps A and B are still on", []],
    ["The goats are in pen B", "The goats are in pen b", []],
    ["Chapter one is about the dike", "Chapter 1 is about the dike", []],
    ["One of the oars is broken", "2 of the oars are broken", ["numbers"]],
    [
      "A man rents the loft and keeps doves",
      "A woman rents the loft and keeps two doves",
      ["numbers", "opposites"],
    ],
    ["I am the best at chess", "It is the best at chess", ["opposites"]],
    ["She keeps a little dog", "She keeps a big dog", ["opposites"]],
    ["Add a little salt", "Add some salt", []],
    ["The ladder is in front of the barn", "The ladder is near the barn", []],
    ["The cup is on top of the stove", "The cup is on the stove", []],
    ["The boat lies in the harbour", "The boat lies near the harbour", ["opposites"]],
    ["I like the new logo 👍", "I like the new logo 👎", ["emoji"]],
    ["The build today ✅", "The build today ❌", ["emoji"]],
    ["We play against 🇫🇷", "We play against 🇩🇪", ["emoji"]],
    ["I like the new logo 👍🏽", "I like the new logo 👍", []],
    ["I like the new logo ❤️ ⭐", "I like the new logo ⭐⭐ ❤", []],
    ["I like the new logo", "I like the new logo 👍", []],
    ["He writes C++ at work", "He writes C# at work", ["names"]],
  ])("between %j and %j: %j", (known, later, found) => {
    expect(differences(known, later)).toEqual(found);
  });

  test.each([
    ["I eat rice but I do not eat bread", "I do not eat rice but I eat bread"],
    ["He does not sing and dances well", "He sings and does not dance well"],
    ["She is a painter, not a poet", "She is a poet, not a painter"],
    ["He drinks tea with milk but without sugar", "He drinks tea with sugar but without milk"],
    ["He did not promise that she would win", "He promised that she would not win"],
    ["Not all lamps are on", "All lamps are not on"],
    ["The question isn't who feeds the goats", "The question is who doesn't feed the goats"],
  ])("sees that the negation in %j is about something else than in %j", (known, later) => {
    expect(differences(known, later)).toContain("negation");
  });

  test.each([
    ["On Monday the board did not meet", "The board did not meet on Monday"],
    ["I eat rice but I do not eat bread", "I do not eat bread but I eat rice"],
    ["I don't think he won", "I think he didn't win"],
    ["I don't think he is ill", "I think he isn't ill"],
    ["The mill does not open today", "The mill isn't opened today"],
    ["The board did not approve the plan", "The plan was not approved by the board"],
    ["No. 4 is not free", "No 4 is not free"],
  ])("sees one negation in %j and %j", (known, later) => {
    expect(differences(known, later)).toEqual([]);
  });

  test.each([
    ["The lease ends on 04/05", "The lease ends on 05/04"],
    ["The scale is 2:5", "The scale is 5:2"],
    ["The gate is open 7-11", "The gate is open 11-7"],
    ["Add 4 spoons of oil and 2 spoons of salt", "Add 2 spoons of oil and 4 spoons of salt"],
    ["Eva has 5 hens and Tom has 8", "Eva has 8 hens and Tom has 5"],
    ["Tie two yawls to one barge", "Tie one yawl to two barges"],
    ["Two of the yawls leak", "One of the two yawls leaks"],
    ["It went from -5 to 5 degrees", "It went from 5 to -5 degrees"],
    ["They sell 5 for 30 crowns", "They sell 30 for 5 crowns"],
    ["The fare is $4, up 30 cents", "The fare is $30, up 4 cents"],
  ])("sees that the same numbers stand elsewhere in %j than in %j", (known, later) => {
    expect(differences(known, later)).toContain("numbers");
  });

  test.each([
    ["On 4 May 17 guests arrived", "17 guests arrived on 4 May"],
    ["I keep one goat and two hens", "I keep two hens and one goat"],
    ["We need 2 chairs and 3 tables", "We need 3 tables and 2 chairs"],
    ["Rooms 12 and 14 are free", "Rooms 14 and 12 are free"],
    ["The fare went to $4, up 30 cents", "The fare went up 30 cents to $4"],
    ["It takes 30 minutes", "It takes thirty minutes"],
    ["We bought a dozen eggs", "We bought 12 eggs"],
    ["She came 1st in the race", "She came first in the race"],
    ["The fee is 5%", "The fee is 5 per cent"],
    ["The dose is 0.5 mg", "The dose is .5 mg"],
  ])("sees the same numbers in %j and %j", (known, later) => {
    expect(differences(known, later)).toEqual([]);
  });

  test.each([
    ["I lent Eva 5 books", "Eva lent me 5 books"],
    ["Molde lost to Oslo at home", "Oslo lost to Molde at home"],
    ["The keel of the yawl hit the hull of the barge", "The barge's keel hit the yawl's hull"],
    ["A glass of wine broke", "A wine glass broke"],
    ["The son of Eva's friend sings", "The friend of Eva's son sings"],
    ["If the rope breaks, the barge drifts", "If the barge drifts, the rope breaks"],
    ["He trusts me", "I trust him"],
    ["They beat us at chess", "We beat them at chess"],
    ["I was thanked by him", "I thanked him"],
    ["Eva's uncle knows Tom", "Eva knows Tom's uncle"],
    ["Feed the old cat before the young dog", "Feed the young dog before the old cat"],
    ["The goat is being chased over the dike by a gull", "The goat is chasing a gull over the dike"],
    ["Somebody is feeding the goat in the shed", "The goat is feeding somebody in the shed"],
    [
      "The paper says this week: North Bank bought South Mill for 4 million euros",
      "The paper says this week: South Mill bought North Bank for 4 million euros",
    ],
  ])("sees who does it to whom turned round between %j and %j", (known, later) => {
    expect(differences(known, later)).toContain("order");
  });

  test.each([
    ["He thanked me", "I was thanked by him"],
    ["When it snows I ski", "I ski when it snows"],
    ["The keel of the yawl leaks", "The yawl's keel leaks"],
    ["Kari wrote a letter of thanks", "Kari wrote a thanks letter"],
    ["Where is the key to the mill?", "Where is the mill key?"],
    ["Kari lent Eva the oar", "Kari lent the oar to Eva"],
    ["I thanked Eva", "Eva was thanked by me"],
    ["Tom and I saw Eva", "Me and Tom saw Eva"],
    ["Buy milk and eggs", "Buy eggs and milk"],
    ["Kari is cutting the ropes", "The ropes are being cut by Kari"],
    ["Kari is rowing the goats to the island", "The goats are being rowed to the island by Kari"],
    ["Kari put the lamp on the shelf", "The lamp was carefully put on the shelf by Kari"],
    ["Someone is rowing the goats to the island", "The goats are being rowed to the island"],
    ["On Monday we sang and on Monday we danced", "On Monday we danced and on Monday we sang"],
    ["Eva saw Tom yesterday in Oslo", "Eva saw Tom in Oslo yesterday"],
  ])("sees the same roles in %j and %j", (known, later) => {
    expect(differences(known, later)).toEqual([]);
  });

  test.each([
    ["He may park here", "He must park here"],
    ["I have fed the cat", "I have to feed the cat"],
    ["She will move to Oslo", "She moved to Oslo"],
    ["She tried to open the box", "She opened the box"],
    ["Tell her to feed the cat", "Tell her to stop feeding the cat"],
    ["All trains were late", "Almost all trains were late"],
    ["Only Eva won a prize", "Eva won a prize"],
    ["Only Eva won a prize", "Eva won only a prize"],
    ["Everyone came", "Everyone except Tom came"],
    ["I will swim", "I will swim if it is warm"],
    ["The village sells the mill", "The village plans to sell the mill"],
    ["The village sold the mill", "The village intended to sell the mill"],
    ["Eva sells the mill", "Eva is considering selling the mill"],
    ["I live in Oslo", "I used to live in Oslo"],
    ["Our team meets on Mondays", "Our team used to meet on Mondays"],
    ["The software runs on the barge", "The software used to run on the barge"],
    ["Boats to Paris stop here", "Boats to Paris used to stop here"],
  ])("sees that %j is qualified otherwise than %j", (known, later) => {
    expect(differences(known, later)).toContain("qualifiers");
    expect(differences(later, known)).toContain("qualifiers");
  });

  test.each([
    ["She'll move to Oslo", "She is going to move to Oslo"],
    ["The shop opens on Friday", "The shop will open on Friday"],
    ["He must rest", "He has to rest"],
    ["The village plans to sell the mill", "The village is going to sell the mill"],
    ["The village plans to sell the mill", "The village intends to sell the mill"],
    ["It is used to cut bread", "It's used to cut bread"],
    ["The thought of the sea cheers her", "The idea of the sea cheers her"],
    ["The suspect rows home", "The thief rows home"],
    ["Almost all trains were late", "Nearly all trains were late"],
  ])("sees %j and %j qualified alike", (known, later) => {
    expect(differences(known, later)).toEqual([]);
  });

  test("lets the later text say less in numbers, not more", () => {
    expect(differences("We met 3 people", "We met people")).toEqual([]);
    expect(differences("We met people", "We met 3 people")).toEqual(["numbers"]);
  });

  test("finds none between a text and itself", () => {
    fc.assert(
      fc.property(fc.string({ unit: "grapheme", maxLength: 80 }), (text) => {
        expect(differences(text, text)).toEqual([]);
      }),
    );
  });

  test("finds negations, roles and qualifications the same both ways", () => {
    const word = fc.constantFrom(
      ..."Anna Anna's Ben not nobody but and open closed the Lima thanked by was I me may only few most".split(
        " ",
      ),
      ..."C C++ river , . all".split(" "),
    );
    const text = fc.array(word, { maxLength: 10 }).map((words) => words.join(" "));
    fc.assert(
      fc.property(text, text, (a, b) => {
        const found = (one: string, other: string) =>
          differences(one, other).filter((kind) => !["opposites", "names"].includes(kind));
        expect(found(a, b)).toEqual(found(b, a));
      }),
    );
  });

  test("compares the same numbers alike both ways", () => {
    const piece = fc.constantFrom(..."2 3 7 cups flour water and of May room floor".split(" "));
    const text = fc
      .array(piece, { maxLength: 10 })
      .chain((words) =>
        fc.tuple(fc.constant(words), fc.shuffledSubarray(words, { minLength: words.length })),
      );
    fc.assert(
      fc.property(text, ([a, b]) => {
        const differ = (one: string[], other: string[]) =>
          differences(one.join(" "), other.join(" ")).includes("numbers");
        expect(differ(a, b)).toBe(differ(b, a));
      }),
    );
  });

  test.each(["not ", "may ", "1 2 ", "I me by ", "a's b ", ". . ", "A+ ", "and but ", "if 3/4, "])(
    "costs in proportion to length, of a text of %j too",
    (piece) => {
      // As much as duplicates are read of; another text each time, for what was read of the last ones is kept.
      let tried = 0;
      expectProportional((length) => {
        const text = `${piece.repeat(length / piece.length)} ${(tried += 1)}`;
        differences(`Anna ${text} Ben`, `Ben ${text} Anna`);
      }, 4096);
    },
  );
});
