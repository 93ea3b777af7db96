import { describe, expect, test } from "vitest";
import { expectProportional } from "../../test.growth";
import { namesThing, rivalsOf } from "./rivals";

describe("a text names another than was asked after", () => {
  test.each([
    ["Who painted block 7c?", "Block 7b was painted in May.", "block 7c"],
    ["Is pump 4 running?", "Pump 3 is running.", "pump 4"],
    ["How much is the boat insurance?", "The bike insurance costs 80 euros.", "boat insurance"],
    ["who sells rye flour?", "Oat flour costs 2 euros.", "rye flour"],
    ["What is in the fourth drawer?", "The second drawer is full of string.", "fourth drawer"],
    ["Is the gate on Elm Lane shut?", "The gate on Mill Lane is shut.", "Elm Lane"],
    ["What is Mr Lund allergic to?", "Mr Aske is allergic to bees.", "Mr Lund"],
    ["When did the letter for Mark come?", "The letter for Petra came on Monday.", "Mark"],
    ["Who switches off the fans?", "2. switch on the fans", "switches off"],
    ["When does the bar open?", "The bar closes at one.", "open"],
    ["Who cooks in week 13?", "In weeks 11 and 12 Ruth cooks.", "week 13"],
    ["are we in on mon?", "We are in on Sundays.", "Monday"],
  ])("%s – %s", (question, text, missing) => {
    expect(rivalsOf(question)(text)).toBe(missing);
    expect(rivalsOf(question)(question.replace(/\?$/u, "."))).toBeNull();
    expect(namesThing(question, missing)).toBe(true);
    expect(namesThing(text, missing)).toBe(false);
  });

  test.each([
    ["How much is the monthly rent?", "The rent is 950."],
    ["When is the next regatta meeting?", "The regatta meeting is on Monday."],
    ["How old is the organ?", "The new organ was built in 1723."],
    ["Is the window open?", "The window is closed."],
    ["Does Anna like tea?", "Anna drinks tea."],
    ["Where is the big ladder?", "The ladder is behind the barn."],
    ["When does the Lisbon migration start?", "The migration starts on Monday, says Tomasz."],
    ["Which engine does the site run on?", "The site runs on engine 14."],
    ["What did Ruth say of the red bike?", "Ruth sold the red bike and the blue bike."],
    ["Are we open on Wednesday?", "We are open mon-fri from nine."],
    ["Who is the new dentist?", "The dentist is called Sand; the old dentist has retired."],
    ["How tall is the oak tree?", "The old tree behind the barn is 20 m tall."],
    ["Who cooks in week 12?", "In weeks 11 and 12 Ruth cooks."],
    ["When does the market close?", "The market is open until two."],
    ["Where is the spare oar?", "The oar is behind the barn, beside the broken oar."],
    ["", "The bike is red."],
    ["Is the bike red?", ""],
  ])("and none where none can be told: %s – %s", (question, text) => {
    expect(rivalsOf(question)(text)).toBeNull();
  });

  test("at a cost in proportion to length", () => {
    const text = "the blue bike in flat 2 for Mark switches on ".repeat(40);
    const rivalOf = rivalsOf("Who switches off the red bike in flat 3 for Petra?");
    expectProportional((length) => rivalOf(text.slice(0, length)), text.length);
  });
});
