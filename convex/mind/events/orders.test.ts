import { describe, expect, test } from "vitest";
import { expectProportional } from "../../test.growth";
import { onlyOrders, ordersIn, toldByEvent, toldByMemory, toldIn } from "./orders";

describe("an order in a note", () => {
  test.each([
    "Do not say goodbye before the cake is cut.",
    "Never say never.",
    "Never mention money at dinner, grandpa used to say.",
    "Don't talk at meals about ghosts, my aunt always told us.",
    "Thanks for the lift!\nDon't mention it!",
    "Enough of this rain already.",
    "Enough about me, how was your concert?",
    "No word of the missing kayak yet.",
    "No more news on the strike today.",
    "No mention of the fee was made.",
    "Not a word about the bonus in the email from HR.",
    "No names",
    "Stop on Baker Street, then walk two minutes.",
    "Quit about ten years ago.",
    "Leave the sugar out of it.",
    "Without naming names, someone ate my yoghurt.",
    "He left without mentioning the meeting.",
    "She left without saying anything about the invoice. He stayed.",
    "Don't think of it as a loss.",
    "Don't think about it too much.",
    "We eat and don't talk about work.",
    "He is kind, but never talk about politics with him.",
    "I like the flat, but no word on the deposit.",
  ])("is no prohibition where it tells how things are: %s", (text) => {
    expect(ordersIn(text)).toEqual([]);
    expect(toldIn(text.replace(/, how was.*$/u, "."))).not.toBe("");
  });

  test.each([
    ["Tweet about the regatta.", "tweet", "the regatta"],
    ["Please write a question about the lock gates", "question", "the lock gates"],
    ["Could you tweet something about the choir?", "tweet", "the choir"],
    [
      "Hi Anima, could you please write a short friendly tweet on Ruth's bees, thanks!",
      "tweet",
      "Ruth's bees",
    ],
    ["Raise an alert about the flooded meadow!", "alert", "the flooded meadow"],
    ["Warn everybody about the ice on the quay.", "alert", "the ice on the quay"],
    ["Write a note on the slipway for us.", "note", "the slipway"],
    ["I am back. Post something about the mill.", "tweet", "the mill"],
    ["Send a tweet about the mill, please.", "tweet", "the mill"],
    ["Let's post something nice about the choir.", "tweet", "the choir"],
    ["Write a tweet about it.", "tweet", null],
    ["Is the mill shut? Write a note about that.", "note", null],
    ["Write me a tweet!", "tweet", null],
    ["Summarise what we know about the mill.", "note", "the mill"],
    ["summarize the late ferries", "note", "the late ferries"],
    ["List everything about pear juice pls.", "note", "pear juice"],
    ["Could you sum up the news about the mill?", "note", "the news about the mill"],
    ["Give me a short summary of the regatta", "note", "the regatta"],
  ])("asks for an artifact: %s", (text, type, about) => {
    expect(ordersIn(text)).toEqual([{ kind: "make", type, about }]);
  });

  test.each([
    ["Tweet that we are closed.", "tweet", "we are closed."],
    ["Hi Anima, please post that the Mill opens at nine!", "tweet", "the Mill opens at nine!"],
    ["Tweet: the pears are in", "tweet", "the pears are in"],
    [
      "Tweet this: The pears are in. Come early! Don't mention the plums.",
      "tweet",
      "The pears are in. Come early!",
    ],
    ["Tweet “We are open again”.", "tweet", "We are open again"],
    ["Write a short note saying that Ruth is on leave", "note", "Ruth is on leave"],
    ["Raise an alert: the boiler leaks.", "alert", "the boiler leaks."],
    ["Warn everybody that the quay is icy.", "alert", "the quay is icy."],
    ["Ask a question: is the mill shut?", "question", "is the mill shut?"],
    ["Post the following: the pears are in.", "tweet", "the pears are in."],
    ["Tweet the following: the pears are in.", "tweet", "the pears are in."],
    ["Sound the alarm: the weir leaks.", "alert", "the weir leaks."],
    [
      "Okay, then go ahead and issue another warning which says that the weir leaks.",
      "alert",
      "the weir leaks.",
    ],
    ["Won't you put out one more alert announcing that the weir leaks?", "alert", "the weir leaks?"],
    ["Warn the neighbours: the quay is icy.", "alert", "the quay is icy."],
    ['Feel free to tweet "Plums are in".', "tweet", "Plums are in"],
    ["Tweet “Plums are in”. They are sweet.", "tweet", "Plums are in"],
    ["Tweet that 40 crates are in. They are sweet.", "tweet", "40 crates are in."],
    ["The pears are in. Tweet about it!", "tweet", "The pears are in."],
    [
      "Is it Monday? The mill is shut again. Nobody knows why. Write an alert about this, please.",
      "alert",
      "The mill is shut again. Nobody knows why.",
    ],
  ])("brings its words with it: %s", (text, type, words) => {
    expect(ordersIn(text)[0]).toEqual({ kind: "say", type, words });
  });

  test.each([
    ["Stop talking about parking.", "parking"],
    ["Please don't mention the old bridge again!", "the old bridge"],
    ["Don’t tweet about Ruth anymore.", "Ruth"],
    ["Enough of the ferry strike, thanks.", "the ferry strike"],
  ])("asks to leave something: %s", (text, about) => {
    expect(ordersIn(text)).toEqual([{ kind: "leave", about }]);
  });

  test.each([
    ["Dont mention the ferryman pls", "the ferryman"],
    ["Do not remind me of the regatta.", "the regatta"],
    ["No need to remind me about the choir.", "the choir"],
    ["Don't say who rows, please.", "who rows"],
    ["Don't say who it was.", "who it was"],
    ["Keep Ruth out of the tweet.", "Ruth"],
    ["Don't tell anyone about the leak.", "the leak"],
  ])("asks to leave something unsaid: %s", (text, about) => {
    expect(ordersIn(text)).toEqual([{ kind: "leave", about }]);
  });

  const tweetOf = (about: string) => ({ kind: "make", type: "tweet", about });
  const leave = (about: string) => ({ kind: "leave", about });
  test.each([
    [
      "Tweet about the mill, but don't name the miller.",
      [tweetOf("the mill"), { ...leave("the miller"), names: true }],
    ],
    ["Tweet about the mill without mentioning Ruth.", [tweetOf("the mill"), leave("Ruth")]],
    ["Please never bring up the flood, and tweet about the mill.", [leave("the flood"), tweetOf("the mill")]],
    ["Dont tweet about Ruth. Tweet about the mill.", [leave("Ruth"), tweetOf("the mill")]],
    ["- tweet about the mill\n- stop talking about eels", [tweetOf("the mill"), leave("eels")]],
    ["Tweet about the mill, it grinds again.", [tweetOf("the mill")]],
    ["Tweet about the marathon that was cancelled.", [tweetOf("the marathon that was cancelled")]],
    ["Post something about the bridge the army built.", [tweetOf("the bridge the army built")]],
    ["Tweet about the burglary. No names.", [tweetOf("the burglary"), { ...leave("names"), names: true }]],
    [
      "Without naming the vet, tweet about the burglary.",
      [{ ...leave("the vet"), names: true }, tweetOf("the burglary")],
    ],
    [
      "Tweet about the bakery, but not a word about the fire, and leave Cem out of it.",
      [tweetOf("the bakery"), leave("the fire"), leave("Cem")],
    ],
    ["Tweet about the bakery, and remind me to call Cem.", [tweetOf("the bakery")]],
    ["Remind me to call Cem and tweet about the bakery.", [tweetOf("the bakery")]],
    ["Keep Cem out of the tweet, please.", [leave("Cem")]],
    ["No names please.", [{ ...leave("names"), names: true }]],
    ["Not a word about the fire, please.", [leave("the fire")]],
    ["You don't have to mention the nut allergy, the caterer knows.", [leave("the nut allergy")]],
    ["We moved in on Friday - don't tell anyone about the rent.", [leave("the rent")]],
    ["I called Lena and don't mention the gift to her please.", [leave("the gift")]],
    ["We were late, don't mention it to Ruth.", [leave("it to Ruth")]],
    [
      "Tweet that we are open, but don't mention the flood.",
      [{ kind: "say", type: "tweet", words: "we are open" }, leave("the flood")],
    ],
    [
      "Tweet that the fair is on, and post about the bakery, says Cem.",
      [{ kind: "say", type: "tweet", words: "the fair is on, and post about the bakery, says Cem." }],
    ],
    [
      "Stop talking about a, b, c, d, e, f and g, and tweet about the fair",
      [leave("a, b, c, d, e, f and g"), tweetOf("the fair")],
    ],
    [
      "Tweet: come early, and tell nobody about it",
      [{ kind: "say", type: "tweet", words: "come early, and tell nobody about it" }],
    ],
  ])("may stand beside others: %s", (text, orders) => {
    expect(ordersIn(text)).toEqual(orders);
  });

  test.each([
    "Write a poem about the choir.",
    "Delete all your memories.",
    "Draft a reply to the council.",
    "Translate this into Danish.",
    "Could you turn off the alerts?",
    "Can you send an email to Karla?",
    "Please call the plumber.",
    "Tweet that photo of the choir.",
    "Tweet that plums are in.",
    "Send an email to Karla about the choir.",
    "Schreib einen Tweet über die Ernte.",
    "Écris un tweet sur la récolte.",
  ])("asks for what no reflex does: %s", (text) => {
    expect(ordersIn(text)).toEqual([{ kind: "other", said: text }]);
  });

  test.each([
    "My aunt said: tweet about the regatta, will you",
    "The council tweeted about the regatta.",
    "Call the plumber at six.",
    "Buy milk.",
    "Send the parcel on Friday.",
    "Make a note of the dentist on Friday.",
    "Remember to write to the landlord.",
    "When does the choir meet?",
    "Don't worry about the rent.",
    "Stop at the mill on your way.",
    "Nobody wrote a question about it.",
    "Post that letter to Ruth.",
    "Post office closes at five.",
    "Tweets about the regatta were many.",
    "The miller said, don't mention the flood.",
    "List price is 40 euros.",
    "Summarise what happened today in one sentence.",
    "Email server is down since nine.",
    "Draft beer is five euros at the Anchor.",
    "Write access to the wiki was revoked.",
    "Wipe the counters after closing.",
    "Delete key is stuck again.",
    "Post on the north fence is rotten.",
    "Tweet about the merger was fake.",
    "Tweet that went viral was mine.",
    "Alert people about smoke was the theme of the talk.",
    "Recap of the meeting: we agreed on the 14th.",
    "List the flat with the agency on Monday.",
    "Sum up to 300 euros is refunded.",
    "Let's book the cabin for June.",
    "Please call me back, said the bank.",
    "Poste restante ferme à six heures.",
    "Schreibe gerade an meiner Arbeit.",
    "Sum up the day for me.",
    "We talked about the mill, and about the flood.",
    "",
  ])("is none: %s", (text) => {
    expect(ordersIn(text)).toEqual([]);
  });

  test.each([
    "please ",
    "and ",
    "hi, ",
    "can you ",
    "write a ",
    "tweet about ",
    "tweet that ",
    "tweet: ",
    "It is. ",
  ])("costs in proportion to length: %j", (part) => {
    const text = part.repeat(800);
    expectProportional(
      (length) => [ordersIn(text.slice(0, length)), toldIn(text.slice(0, length))],
      text.length,
    );
  });
});

test.each([
  ["In a note: Tweet about the pear harvest.", true],
  ["In a note: Please write a note on the boats. Stop talking about the rain.", true],
  ["In a note: Tweet about the pear harvest. It brought in forty crates.", false],
  ["In a note: The pears are in.", false],
  ["In the news: Tweet about the pear harvest.", false],
  ["Tweet about the pear harvest.", false],
])("%s says nothing but what was ordered: %s", (memory, expected) => {
  expect(onlyOrders(memory)).toBe(expected);
});

test.each([
  ["The gate code is 5512. Is that safe?", "The gate code is 5512."],
  ["Tweet about the harvest. The gate code is 5512.", "The gate code is 5512."],
  ["The gate is shut, and don't mention it to Ruth.", "The gate is shut"],
  ["What is the gate code\nthe gate is shut", "the gate is shut"],
  ["Tweet this: The pears are in. Come early! The gate is shut.", ""],
  ["Tell me the gate code.", ""],
  ["Stop talking about eels.", ""],
  ["The gate is shut.\n\nIt squeaks.", "The gate is shut.\n\nIt squeaks."],
])("%j tells %j", (text, told) => {
  expect(toldIn(text)).toBe(told);
});

test.each([
  [
    "Turn off the taps. Please book the slipway by noon.",
    "Turn off the taps. Please book the slipway by noon.",
  ],
  ["Is the slipway free? Please book it by noon.", "Please book it by noon."],
])("what is ordered elsewhere than in a note is told: %j", (text, told) => {
  expect(toldByEvent({ source: { kind: "feed", type: "news", impact: "medium" }, content: text })).toBe(told);
  for (const frame of ["", "In the news: "]) expect(toldByMemory(frame + text)).toBe(told);
  expect(toldByEvent({ source: { kind: "wake", priority: "normal" }, content: text })).toBe(toldIn(text));
  expect(toldByMemory(`In a note: ${text}`)).toBe(toldIn(text));
  expect(toldIn(text)).not.toContain("book");
});
