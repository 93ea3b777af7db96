import { describe, expect, test } from "vitest";
import { lengthOf } from "../text/phrasing";
import { feed, note } from "../../test/mind/situations";
import { eventMemories } from "./memories";

const contents = (...events: ReturnType<typeof feed>[]) =>
  eventMemories({ events }).map(({ content }) => content);

describe("the memories of a tick without a model", () => {
  test("are the distinct texts of events, unchanged, with the numbers of the events", () => {
    const events = [feed("Die Fähre ist  da."), note("Ada is back now."), feed("die fähre ist da")];
    expect(eventMemories({ events })).toEqual([
      { type: "episodic", content: "Die Fähre ist  da.", importance: null, basedOn: [1, 3] },
      { type: "episodic", content: "Ada is back now.", importance: null, basedOn: [2] },
    ]);
  });

  test("leave out texts that only ask, but keep what somebody asks to remember", () => {
    expect(contents(note("Where is Ada?"), note("Please open the gate."))).toEqual([]);
    expect(contents(note("Please remember the gate."), note("Ada is back. Where is Ben?"))).toHaveLength(2);
  });

  test.each([
    "Hello!",
    "Good morning, Anima.",
    "Good evening Anima!",
    "Hi there, how are you?",
    "Hey",
    "Thanks a lot for your help yesterday.",
    "Thank you very much!",
    "Thanks, that's great!",
    "Bye for now, sleep well",
    "Tell me a joke about cats.",
    "Write a poem about the sea.",
    "Show me my last notes.",
    "Open the gate at nine.",
    "Turn off the lights in the hall.",
    "Give Ben the spare key tomorrow.",
    "Please water the plants.",
    "Could you call Ben at noon?",
    "Anima, tell me about the ferry.",
    "Hello Anima, show me the news.",
    "What is my locker code?",
    "Forget my locker code.",
    "Please forget that my locker code is 4711.",
    "Can you forget my dentist?",
    "Remind me in 20 minutes to check the oven.",
    "Delete the old notes please.",
    "Call my mother at six.",
    "Hallo Anima!",
    "Guten Morgen, Anima.",
    "Guten Abend Anima",
    "Moin",
    "Danke dir für deine Hilfe.",
    "Vielen Dank für die schnelle Antwort!",
    "Tschüss und bis morgen früh",
    "Erzähl mir einen Witz.",
    "Schreib ein Gedicht über das Meer.",
    "Zeig mir meine letzten Notizen.",
    "Mach das Licht im Flur aus.",
    "Bitte gieß die Pflanzen auf dem Balkon.",
    "Kannst du Ben anrufen?",
    "Wie ist mein Code?",
    "Vergiss meinen Spindcode.",
    "Bitte vergiss, dass mein Code 4711 ist.",
    "Kannst du meinen Zahnarzt vergessen?",
    "Erinnere mich um 04:30 an die Katze.",
    "Kannst du mich um 15 Uhr an den Arzt erinnern?",
    "Anima, sag mir das Wetter.",
    "Hol den Schlüssel bei Ben.",
  ])("leave out: %s", (text) => {
    expect(contents(note(text))).toEqual([]);
  });

  test.each([
    "My dentist is Dr. Okafor.",
    "The library opens at 11.",
    "Hello, my name is Ada and I live in Kiel.",
    "Hello I am Ada and I live in Kiel.",
    "Thanks, the ferry is back at nine.",
    "Thanks to Ben the gate is fixed.",
    "Good news: the ferry is back.",
    "Good news, the ferry sails again.",
    "Remember that the key is under the mat.",
    "Don't forget: the vet comes at six.",
    "Please note that we close at six.",
    "Lost my keys near the pier.",
    "Lunch with Ben at noon tomorrow.",
    "Call with Ben at 3 pm.",
    "Open since Monday: the bakery at the pier.",
    "Show starts at eight in the hall.",
    "I forget names all the time.",
    "Forget-me-nots bloom in May.",
    "Yesterday the ferry sank.",
    "Write access to the server is off.",
    "Tell Ben that the ferry was late.",
    "The reminder rang at nine.",
    "Hey Jude is my favourite song.",
    "Ben told me the code of the gate.",
    "Sage and thyme grow in the garden.",
    "Such a lovely day in Kiel.",
    "Ada left for Bergen.",
    "Ich wohne in Kiel.",
    "Mein Zahnarzt ist Dr. Okafor.",
    "Hallo, ich bin Ada und wohne in Kiel.",
    "Danke, der Schlüssel liegt jetzt im Schuppen.",
    "Gute Nachrichten, die Fähre fährt wieder.",
    "Merk dir, dass der Schlüssel im Schuppen liegt.",
    "Bitte merk dir, dass der Code 4711 ist.",
    "Vergiss nicht, dass die Fähre um neun fährt.",
    "Vergiss das bitte nicht: der Code ist 4711.",
    "Gestern hat Ben die Fähre verpasst.",
    "Morgen kommt der Tierarzt um neun.",
    "Ich erinnere mich gern an den Sommer 1999.",
    "Ben hat vergessen, das Tor zu schließen.",
    "Kauf der Mühle ist abgeschlossen.",
    "Die Bibliothek öffnet um elf.",
    "Der Code für das Tor lautet 4711.",
  ])("keep: %s", (text) => {
    expect(contents(note(text))).toEqual([text]);
  });

  test("are bounded, and the longest texts are cut first", () => {
    const long = Array.from({ length: 64 }, (_, i) => feed(`${i} ${"word ".repeat(3_000)}`));
    const kept = contents(feed("The ferry is back."), ...long);
    expect(kept).toHaveLength(16);
    expect(kept[0]).toBe("The ferry is back.");
    expect(kept.reduce((sum, content) => sum + lengthOf(content), 0)).toBeLessThanOrEqual(5_000);
  });
});
