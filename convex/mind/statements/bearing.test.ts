import { describe, expect, test } from "vitest";
import { aboutOf, bears, sharedBy, weightOfShared } from "./bearing";

const shared = (a: string, b: string) => sharedBy(aboutOf(a), aboutOf(b));

describe("a text bears on another", () => {
  test.each([
    ["Leo has a fever and stays home.", "Leo is allergic to walnuts."],
    ["Karin asks whether I can work on Friday.", "Karin is my colleague at the library."],
    ["Will Ruth's operation be soon?", "In the news: Ruth fell in March."],
    ["The ferry is back after its repairs.", "The ferry went into repairs."],
    ["We didn't lose any data.", "We lost a day of data in 2023."],
    ["Mrs Okafor died.", "Mrs Okafor taught my mother to play bridge."],
  ])("by a name or two telling words: %s – %s", (a, b) => {
    expect(bears(shared(a, b))).toBe(true);
    expect(bears(shared(b, a))).toBe(true);
  });

  test.each([
    ["The lift is stuck once more.", "The lift in Elm Street is out of order every month."],
    ["The boiler is dead.", "The boiler was repaired in January for 480 euros."],
  ])("by the one thing that both are about: %s – %s", (a, b) => {
    expect(bears(shared(a, b))).toBe(true);
  });

  test.each([
    ["Gas prices rise by 12 percent in November.", "Maths mock exam on November 12."],
    ["The migration is done, Tomasz says.", "I felt proud when the clinic in Leeds said it was over."],
    ["Karin asks whether I can work on Friday this week.", "Delivery within ten working days."],
    ["We didn't lose any data.", "Gerald the plant lost half of its leaves."],
    ["Leo has a fever and stays home.", "Ruth does not want to move to a home."],
    ["How is the team doing?", "Announce the release in the team channel."],
    ["Do you like music?", "Omar likes the smaller office."],
    ["Ruth's frame is in the cellar.", "Bicycles stand in the cellar."],
    ["Customers can log in again.", "Customers may cancel their orders."],
    ["She sells flowers in Market Street.", "The shop in Elm Street is closed."],
    ["Mrs Okafor died.", "Doctor Okafor came on Monday."],
  ])("by no common word, date or figure alone: %s – %s", (a, b) => {
    expect(bears(shared(a, b))).toBe(false);
    expect(bears(shared(b, a))).toBe(false);
  });

  test.each([
    ["Who was fired?", "The fire warden inspects the cellar."],
    ["Who was fired?", "The fire started in the cellar."],
    ["Who will book the hall?", "The book is on the shelf."],
    ["Was anybody trained?", "The train is late."],
    ["Is anyone chairing it?", "The chair is broken."],
  ])("by no thing that only sounds like what is done: %s – %s", (a, b) => {
    expect(bears(shared(a, b))).toBe(false);
    expect(bears(shared(b, a))).toBe(false);
  });

  test.each([
    ["Who was fired?", "They fired the cook."],
    ["Who was fired?", "The director will fire the cook."],
    ["Where is the fire?", "The fire is out."],
    ["Are the rings back?", "The ring is lost."],
    ["Was the lift repaired?", "The lift repair is over."],
  ])("by the very thing or deed: %s – %s", (a, b) => {
    expect(shared(a, b).words.length).toBeGreaterThan(0);
  });

  test.each([
    ["Wer hat den Fahrplan für das Boot?", "Der Schlüssel für den Keller hängt bei der Tür."],
    ["Wann wird das Dach von der Firma Lohse gestrichen?", "Wann wird die Heizung von ihnen repariert?"],
    ["Où est le livre avec les images?", "Le chat dort avec les enfants dans la cuisine."],
    ["Pourquoi sont-ils partis sans leurs valises?", "Pourquoi est-elle restée avec leurs voisins?"],
  ])("by no function words of their language: %s – %s", (a, b) => {
    expect(shared(a, b).words).toEqual([]);
    expect(bears(shared(a, b))).toBe(false);
  });

  test("by the words that tell in another language, too", () => {
    const said = "Der grüne Schlüssel für den Keller hängt bei der Tür.";
    expect(bears(shared("Wo hängt der Schlüssel für den Keller?", said))).toBe(true);
  });

  test("more by a name than by two words", () => {
    const event = "Leo has a fever and coughs.";
    expect(weightOfShared(shared(event, "Leo is allergic to walnuts."))).toBeGreaterThan(
      weightOfShared(shared(event, "A fever with coughs may last.")),
    );
  });
});
