import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { claimsOf } from "./claims";
import { contradictionBetween, disagreementBetween } from "./contradictions";
import { statementsOf } from "./statements";

const judge = (a: string, b: string) => {
  const [p, q] = [a, b].map((text) => statementsOf(text, claimsOf(text).names));
  return contradictionBetween(p ?? [], q ?? []);
};

describe("a contradiction", () => {
  test.each([
    ["The shed is always locked.", "The shed is never locked."],
    ["Omar is allergic to shellfish.", "Omar is not allergic to shellfish after all, the doctor said."],
    ["Emil has diabetes.", "The doctor confirmed that Emil does not have diabetes."],
    ["Greta works at Siemens.", "Greta doesn't work at Siemens anymore, she was laid off in June."],
    ["Finn is vegetarian.", "Finn is not a vegetarian any more and eats chicken again."],
    ["Peter is married to Ana.", "Peter is no longer married to Ana, they divorced in May."],
    ["I prefer tea to coffee.", "I prefer coffee to tea."],
    ["Kim likes red wine over white wine.", "Kim likes white wine over red wine."],
    ["I love liquorice.", "I can't stand liquorice."],
    ["Mika lives in Osaka.", "Mika lives in Kyoto."],
    ["Lena is married.", "Lena is single."],
    ["The museum will reopen in March.", "The museum will not reopen in March after all."],
    ["The book club meets on Monday.", "The book club meets on Tuesday."],
    ["The parcel weighs 2 kg.", "The parcel weighs 2 g."],
    ["The parcel weighs 2kg.", "The parcel weighs 3kg."],
    ["The office is open.", "The office is not open."],
    ["The bread costs 3 euros.", "The bread costs 4 euros."],
    ["The price of the ticket is 12 euros.", "The price of the ticket is 14 euros."],
    ["The price was raised to 4 euros.", "The price was not raised to 4 euros."],
    ["Our monthly plan costs $12.", "Our monthly plan costs $15."],
    ["The office is not open on Sundays.", "The office is open on Sundays."],
    ["Sarah hates green tea", "Sarah likes green tea"],
    ["The server has 32 GB of memory", "The server has 16 GB of memory"],
    ["The review moved to Wednesday", "The review moved to Tuesday"],
    ["The old bridge is open to traffic.", "The old bridge is not open to traffic."],
    ["Mayor Ruiz won the election in Toledo.", "Mayor Ruiz lost the election in Toledo."],
    ["The strike at the Lyon depot has begun.", "The strike at the Lyon depot has ended."],
    [
      "Wheat futures fell 4 percent after a record harvest.",
      "Wheat futures fell 9 percent after a record harvest.",
    ],
    ["The council approved the new tram line.", "The council cancelled the new tram line."],
    ["The pier is closed to visitors.", "The pier is open to visitors."],
    ["The mill burned.", "The mill did not burn."],
    ["The mill burned down on Tuesday night.", "The mill did not burn down."],
    ["The mill at Tarn burned last night.", "The mill at Tarn did not burn, says the miller."],
    ["Nobody came to the party.", "Everybody came to the party."],
    ["Anna doesn't drink coffee.", "Anna drinks coffee."],
    ["Anna doesn't drink coffee.", "Anna drinks coffee with milk."],
    ["Ben no longer lives in Turku.", "Ben lives in Turku."],
    ["I don't like liquorice.", "I love liquorice."],
    ["The shed is not always locked.", "The shed is always locked."],
    ["The shed is sometimes locked.", "The shed is never locked."],
    ["The library opens at 9.", "The library opens at 10."],
    ["The library opens at 9:30.", "The library opens at 10 am."],
    ["The fire destroyed 12 houses.", "The fire destroyed 14 houses."],
    ["The launch is on 5 May.", "The launch is on 6 May."],
    ["The wedding is in June.", "The wedding is in July."],
    ["The tunnel is safe.", "The tunnel is dangerous."],
    ["The tunnel is safe.", "The tunnel is unsafe."],
    ["Our dog is called Rex.", "Our dog is called Bruno."],
    ["Ines was born in Porto.", "Ines was born in Lisbon."],
    ["The meeting is at noon.", "The meeting is at 14:00."],
    ["The kiosk is open from nine to five.", "The kiosk is open from ten to six."],
    ["The meeting is at 5.", "The meeting is at 18:00."],
    ["Anna beat Ben at chess.", "Anna did not beat Ben at chess."],
    ["The printer in the hall works.", "The printer in the hall does not work."],
    ["Anna: I like tea.", "Anna: I don't like tea."],
    ["The well at Holm has no water.", "The well at Holm has water."],
    ["The ferry to Yell runs on Sundays.", "The ferry to Yell does not run on Sundays."],
    ["The gym on Elm Street has a pool.", "The gym on Elm Street has no pool."],
    ["The gym has a pool.", "The gym doesn't have a pool."],
    ["Omar is allergic to nuts.", "Omar is not allergic to nuts."],
    ["Omar is vegetarian.", "Omar is vegan."],
    ["The capital's tower is 120 metres tall.", "The capital's tower is 130 m tall."],
    ["The barrel in the yard holds 80 litres.", "The barrel in the yard holds 90 l."],
    ["Our train to Bergen leaves at 7 am.", "Our train to Bergen leaves at 8 am."],
    ["All the lifts work.", "None of the lifts work."],
    ["The flat has 3 rooms.", "The flat has 4 rooms."],
    ["Zoe speaks Danish.", "Zoe does not speak Danish."],
    ["The API is public.", "The API is private."],
    ["The Karlsson bakery is closed on Mondays.", "The Karlsson bakery is open on Mondays."],
    ["Revenue was 4 million in 2021.", "Revenue was 5 million in 2021."],
    ["Dad lives in Rome.", "Dad lives in Turin."],
    ["The contract ends in May.", "The contract ends in June."],
    ["The Vasa sank in 1628.", "The Vasa did not sink in 1628."],
    ["Nils likes tea.", "Nils dislikes tea."],
    ["Luis works for Acme.", "Luis works for Globex."],
    ["Luis works at Acme.", "Luis works for Globex."],
    ["Priya reports to Ines.", "Priya reports to Pavel."],
    ["The CEO is Ana Ruiz.", "The CEO is Tom Berg."],
    ["Jo's manager is Ines.", "Jo's manager is Pavel."],
    ["The warehouse is in Lyon.", "The warehouse is in Marseille."],
    ["The user prefers dark mode.", "The user prefers light mode."],
    ["The key expires in May.", "The key expires in June."],
    ["The standup on Monday is at 9:30.", "The standup on Monday is at 10:00."],
    ["The meeting is on Monday at 9:30.", "The meeting is on Tuesday at 10:00."],
  ])("is between %j and %j, whichever comes first", (a, b) => {
    expect(judge(a, b)).not.toBeNull();
    expect(judge(b, a)).toBe(judge(a, b));
  });

  test.each([
    ["Paavo lost his keys.", "Paavo could not get in because he had lost his keys."],
    ["The mill road was under water.", "The school bus could not come since the mill road was under water."],
    ["The reservoir dam is safe.", "There is no doubt that the reservoir dam is safe."],
    ["Ada's new novel is not only funny but wise.", "Ada's new novel is funny."],
    ["The board of trustees meets at 5 pm.", "The board of trustees meets at 17:00."],
    ["Signe is not afraid of storms.", "Rolf was afraid during the storm in March."],
    ["The hull of the new ferry is 84 metres long.", "The hull of the old ferry is 62 metres long."],
    ["Adult tickets cost 12 euros.", "Child tickets cost 6 euros."],
    ["In 2019 Vera was the mayor of Tarn.", "In 2023 Vera was not the mayor of Tarn."],
    ["The team lost on 2 May.", "The team won on 9 May."],
    ["Ran 5 km in 31 minutes.", "Ran 5 km in 29 minutes, a personal best."],
    ["Sold 14 jars of honey this morning.", "Sold 22 jars this afternoon."],
    ["Fed the parrot at 8.", "Fed the parrot at 19."],
    ["Sales rose 10% in May.", "Sales fell 4% in June."],
    ["The sensor reads 21.5 degrees.", "The sensor reads 38.2 degrees."],
    ["ACME shares −12%", "ACME shares +8%"],
    ["ACME shares fell 12% today.", "ACME shares rose 8% today."],
    ["Is the quarry bridge safe?", "The quarry bridge is not safe."],
    ["what's the fare in crowns for 200 guests", "what's the fare in crowns for 25 guests"],
    ["how much is 20 crowns in euros", "how much is 50 crowns in euros"],
    ["does the mill open on Monday", "does the mill open on Tuesday"],
    ["If it snows, the cup final is cancelled.", "The cup final is not cancelled."],
    ["Close the cellar window before it rains.", "Open the cellar window after it has rained."],
    ["Press the red button to start", "Press the green button to stop"],
    ["The pier is not open today.", "The pier is closed today."],
    ["Anna doesn't drink coffee with milk.", "Anna drinks coffee."],
    ["I don't love liquorice.", "I like liquorice."],
    ["The shed is not always locked.", "The shed is locked."],
    ["The shed is sometimes locked.", "The shed is not locked."],
    ["The shop was closed.", "The shop is open."],
    ["The first door is red.", "The second door is red."],
    ["My brother is a doctor.", "My sister is a doctor."],
    ["Room 5 is free.", "Room 6 is free."],
    ["Vera was mayor in 2019.", "Vera was mayor in 2023."],
    ["Anna works on Monday.", "Anna works on Tuesday."],
    ["The office is closed on Monday.", "The office is closed on Tuesday."],
    ["The kiosk is open from nine to five.", "The kiosk is open on Mondays from ten to six."],
    ["The kiosk is open from nine to five.", "The kiosk is open from 9 to 5."],
    ["He is at home.", "He is not at home."],
    ["I slept well.", "I did not sleep well."],
    ["Slept well.", "Did not sleep well."],
    ["Anna bought a car.", "Anna sold a car."],
    ["Ben has a big dog.", "Ben has a small dog."],
    ["Ben has a brother.", "Ben has a sister."],
    ["The library is not open on Sundays.", "The library is open."],
    ["Ticket sales rose 4 percent.", "Ticket sales rose 6 percent."],
    ["The temperature is 21 degrees.", "The temperature is 24 degrees."],
    ["The bakery sold 14 loaves.", "The bakery sold 22 loaves."],
    ["At least 5 people are missing.", "At least 7 people are missing."],
    ["The soup may be hot.", "The soup is not hot."],
    ["The library's reading room is open.", "The library is closed."],
    ["The tunnel is not safe.", "The tunnel is dangerous."],
    ["Mika visited Osaka.", "Mika visited Kyoto."],
    ["Mika lives with Anna.", "Mika lives with Ben."],
    ["The meeting is at noon.", "The meeting is at 12 pm."],
    ["The meeting is at 5.", "The meeting is at 17:00."],
    ["The match was cancelled because of the rain.", "The match was not cancelled because of the rain."],
    ["Anna thinks the tunnel is safe.", "The tunnel is not safe."],
    ["Ben is happy.", "Ben is sad."],
    ["Anna beat Ben.", "Ben did not beat Anna."],
    ["The team won.", "The team lost."],
    ["Anna: I like tea.", "Ben: I don't like tea."],
    ["The ferry to Yell runs on Sundays.", "The ferry to Yell does not run on Mondays."],
    ["When the queue stalls, the alert is on.", "The alert is off."],
    ["Don't open the vent.", "Open the vent."],
    ["Take the pills before lunch.", "Take the pills after lunch."],
    ["Nobody was hurt in the fire.", "Nobody was injured in the fire."],
    ["The bus was late.", "The bus was not late on Friday."],
    ["The hotel is not bad.", "The hotel is good."],
    ["The gym has a pool.", "The school doesn't have a pool."],
    ["Omar was vegetarian.", "Omar is vegan now."],
    ["Omar is vegetarian.", "Omar used to be vegetarian."],
    ["The tower is 120 metres tall.", "The tower is 120 m tall."],
    ["The train leaves at 7 am.", "The train leaves at 7:00."],
    ["Our train to Bergen leaves at 7 am.", "The train to Oslo leaves at 8 am."],
    ["Walked 12000 steps.", "Walked 9000 steps."],
    ["I weighed 71 kg on Monday.", "I weighed 70 kg on Friday."],
    ["Had soup for lunch.", "Had salad for dinner."],
    ["The concert was great because the band was on time.", "The band was not on time."],
    ["Should we sell the boat?", "We should not sell the boat."],
    ["Bring the boat in if it rains.", "Leave the boat out if it rains."],
    ["Some of the lifts work.", "Some of the lifts do not work."],
    ["One twin is tall.", "The other twin is short."],
    ["Lars and Maja are married.", "Lars and Pia are married."],
    ["My left knee hurts.", "My right knee hurts."],
    ["The upper floor is for rent.", "The lower floor is for rent."],
    ["Zoe speaks Danish.", "Zoe does not speak Danish well."],
    ["Version 2 supports dark mode.", "Version 1 does not support dark mode."],
    ["The north gate is open.", "The south gate is closed."],
    ["Before the repair the heater was not safe.", "The heater is safe."],
    ["The heater was safe before the repair.", "The heater was not safe after the repair."],
    ["The Karlsson bakery is closed on Mondays.", "The Karlsson bakery is open on Tuesdays."],
    ["It is not cold.", "It is cold."],
    ["Not.", "17:00"],
    ["Bitcoin is up 4%.", "Bitcoin is down 3%."],
    ["Revenue was 4 million in 2021.", "Revenue was 5 million in 2022."],
    ["No wonder the dam broke.", "The dam broke."],
    ["The dam is nothing but safe.", "The dam is safe."],
    ["I can't help laughing at Ben.", "I laugh at Ben."],
    ["I had coffee at 9.", "I had coffee at 15."],
    ["Dad is in Rome.", "Dad is not in Rome yet."],
    ["The pharmacy is open on Monday mornings.", "The pharmacy is open on Monday evenings."],
    ["The ferry to Moss leaves at 8.", "The ferry to Moss leaves at 9."],
    ["My brother is called Nils.", "My brother is called Jens."],
    ["Ada says that the road is short.", "The road is long."],
    ["I prefer tea to coffee.", "I prefer tea to milk."],
    ["The password is not stored in plain text.", "The password is stored as a hash."],
    ["We don't deploy on Fridays.", "We deploy on Tuesdays."],
    ["Turn the tap left.", "Turn the tap right."],
    ["Ria's mother is alive.", "Ria's father is dead."],
    ["Ria is taller than Ben.", "Ben is not taller than Ria."],
    ["The doctor says that the wound is clean.", "The wound is dirty."],
    ["Nils likes hot tea.", "Nils likes cold tea."],
    ["The server is down.", "The server is back up."],
    ["The server is down.", "The server is up."],
    ["The standup on Monday is at 9:30.", "The standup on Tuesday is at 10:00."],
    ["On Monday the museum opens at nine.", "On Tuesday the museum opens at ten."],
    ["Luis worked for Acme.", "Luis worked for Globex."],
    ["A director is Ana Ruiz.", "A director is Tom Berg."],
    ["The guest is Ana Ruiz.", "The guest is Tom Berg."],
    ["The CEO was Ana Ruiz.", "The CEO was Tom Berg."],
    ["Mara is in Lyon.", "Mara is in Marseille."],
    ["Our office is in Lyon.", "Their office is in Marseille."],
    ["The user prefers dark mode on the phone.", "The user prefers light mode on the laptop."],
    ["The user owns a dark lamp.", "The user owns a light lamp."],
  ])("is not between %j and %j, which can both hold or say the same", (a, b) => {
    expect(judge(a, b)).toBeNull();
    expect(judge(b, a)).toBeNull();
  });

  test.each([
    ["The pier is open.", "The pier is not open.", "negation"],
    ["The pier is open.", "The pier is closed.", "opposites"],
    ["The pier is 80 metres long.", "The pier is 90 metres long.", "figures"],
    ["The regatta starts on Monday.", "The regatta starts on Tuesday.", "time"],
    ["The warden lives in Holm.", "The warden lives in Tarn.", "name"],
  ])("between %j and %j is of %s", (a, b, kind) => {
    expect(judge(a, b)).toBe(kind);
  });

  test("may be in one of two sentences, but not on another date", () => {
    expect(judge("The old bridge is open. Cars cross it.", "The old bridge is not open.")).toBe("negation");
    expect(
      judge("We were in Tarn in 2019. The inn was open.", "We were in Tarn in 2023. The inn was not open."),
    ).toBeNull();
  });

  test("is not between those of whom one says both", () => {
    const both = "The mill is open. The mill is not open.";
    expect(judge(both, both)).toBeNull();
    expect(judge(both, "The mill is open.")).toBeNull();
    expect(judge(both, "The dam is open.")).toBeNull();
    expect(
      judge("The dam is closed. The mill is open.", "The dam is closed. The mill is not open."),
    ).not.toBeNull();
  });

  test("is never with oneself, and the same both ways, for any texts", () => {
    const word = fc.constantFrom(
      ..."the mill dam is was not never open closed at 8 17:00 12 in May because if Ada .".split(" "),
    );
    const text = fc.oneof(
      fc.string({ unit: "grapheme", maxLength: 60 }),
      fc.array(word, { maxLength: 10 }).map((words) => words.join(" ")),
    );
    fc.assert(
      fc.property(text, text, (a, b) => {
        expect(judge(a, a)).toBeNull();
        expect(judge(a, b) === null).toBe(judge(b, a) === null);
      }),
    );
  });
});

describe("what could not be said at one moment", () => {
  const disagree = (a: string, b: string) => {
    const [p, q] = [a, b].map((text) => statementsOf(text, claimsOf(text).names));
    return disagreementBetween(p ?? [], q ?? []);
  };

  test.each([
    ["Rents in Kiel rise.", "Rents in Kiel fall.", "opposites", ["rise", "fall"]],
    ["Ben is happy.", "Ben is sad.", "opposites", ["happy", "sad"]],
    ["The pump is on.", "The pump is off.", "opposites", ["on", "off"]],
    [
      "The kiosk is open from nine to five.",
      "The kiosk is closed until it is painted.",
      "opposites",
      ["open", "closed"],
    ],
    ["The kiosk is open.", "The kiosk is not open until it is painted.", "negation", null],
    ["The bread costs 3 euros.", "The bread costs 4 euros.", "figures", ["3", "4"]],
    ["Mika lives in Osaka.", "Mika lives in Kyoto.", "name", ["osaka", "kyoto"]],
    ["The launch is on 5 May.", "The launch is on 6 May.", "time", null],
  ])("%j and %j: %s", (a, b, kind, said) => {
    expect(disagree(a, b)).toEqual({ kind, said });
    expect(disagree(b, a)).toEqual({ kind, said: said === null ? null : [...said].reverse() });
  });

  test.each([
    ["Rents rose.", "Rents fell."],
    ["Ben was happy.", "Ben is sad."],
    ["The team won.", "The team lost."],
    ["Ben has a big dog.", "Ben has a small dog."],
    ["The kiosk is open on Mondays.", "The kiosk is closed until it is painted on Tuesday."],
    ["The kiosk is open until it rains.", "The kiosk is closed until it is painted."],
    ["The price went from nine to five.", "The price went from nine to six."],
    ["The kiosk opens from nine to five.", "The kiosk closes on Mondays."],
    ["Ben: I am happy.", "Ada: I am sad."],
  ])("is not %j and %j", (a, b) => {
    expect(disagree(a, b)).toBeNull();
    expect(disagree(b, a)).toBeNull();
  });
});
