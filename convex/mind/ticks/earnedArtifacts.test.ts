/** What a tick makes for others to read: only what an event has earned. */
import { describe, expect, test } from "vitest";
import type { Situation } from "../events/situation";
import { lengthOf } from "../language/wording";
import { reflexTick } from "./reflexes";
import { AFTER, MINUTE, NOW, feed, log, memory, note, passage, situation } from "./test.situations";

const words = (changes: Partial<Situation>) => reflexTick(situation(changes), AFTER);
const artifacts = (changes: Partial<Situation>) => words(changes).artifacts.map(({ type }) => type);

describe("artifacts are made only when earned", () => {
  test("by ordinary news, none", () => {
    expect(artifacts({ events: [feed("The committee met."), note("Good morning.")] })).toEqual([]);
  });

  test("by good news that matters, a tweet that fits", () => {
    const events = [feed("We did it! ".repeat(60), { impact: "high", sentiment: 0.9 })];
    const [tweet] = words({ events }).artifacts;
    expect(tweet?.type).toBe("tweet");
    expect(lengthOf(tweet?.content ?? "")).toBeLessThanOrEqual(280);
    expect(artifacts({ events: [feed("We did it!", { impact: "low", sentiment: 0.9 })] })).toEqual([]);
  });

  test("by the same news twice, one of the graver", () => {
    const good = { sentiment: 0.9 };
    const events = [feed("We did it!", good), feed("we did it", { impact: "high", ...good })];
    const made = words({ events }).artifacts.filter(({ type }) => type === "tweet");
    expect(made.map(({ content }) => content)).toEqual([expect.stringMatching(/high-impact.*“we did it/)]);
  });

  test("by a note that asks, a question with what bears on it", () => {
    const logs = [log("A note says: “The Lisbon migration starts on Monday.” Still curious.", 5, 1)];
    const events = [note("Are you there? When does the Lisbon migration start?")];
    expect(words({ events, logs }).artifacts).toEqual([
      {
        type: "question",
        content:
          "Asked of me on 21 November 2026 at 20:02: “When does the Lisbon migration start?” The nearest thing I have on record: “The Lisbon migration starts on Monday.”",
      },
    ]);
    expect(words({ events }).artifacts[0]?.content).toContain("Nothing I have on record bears on it yet.");
  });

  test("by a note that asks, a question with what the agent was given to know of it", () => {
    const knowledge = [
      passage("Ferry timetable", "The ferry leaves at nine. On Sundays it leaves at ten."),
      passage("Town library", "The building dates from 1911. It is open from 9 to 17. Dogs stay outside."),
    ];
    const made = words({ events: [note("When is the library open?")], knowledge });
    expect(made.artifacts[0]?.content).toContain("says, in “Town library”: “It is open from 9 to 17.”");
    expect(made.detail).toContain("says, in “Town library”: “It is open from 9 to 17.”");
    expect(made.usedPassages).toEqual([2]);
    const another = words({ events: [note("What is 2 + 9?")], knowledge });
    expect(another.artifacts[0]?.content).toContain("Nothing I have on record bears on it yet.");
    expect(another.usedPassages).toEqual([]);
  });

  test("by a note that asks, with what a heading is about, never with the heading alone", () => {
    const text = "# Being on call\nThe rota changes on Monday.\n\n# Outages\nPost a notice first.";
    const knowledge = [passage("Handbook", text)];
    const asked = (question: string) => words({ events: [note(question)], knowledge }).detail;
    expect(asked("What comes first in outages?")).toContain("says, in “Handbook”: “Post a notice first.”");
    expect(asked("Who is being on call?")).not.toContain("“# Being on call”");
  });

  test("by a note that asks after somebody, what is remembered of them, and never that it was asked", () => {
    const memories = [
      memory("In a note: How is Tomas doing?"),
      memory("In the news: The baker, Tomas Reuter, was badly injured when the oven exploded."),
    ];
    const logs = [log("A note asks: “How is Tomas doing?” Still curious.", 5, 1)];
    const [question] = words({ events: [note("How is Tomas doing?")], memories, logs }).artifacts;
    expect(question?.content).toContain("on record: “The baker, Tomas Reuter, was badly injured");
  });

  const asked = (question: string, changes: Partial<Situation> = {}) =>
    words({ ...changes, events: [note(question), ...(changes.events ?? [])] }).artifacts.find(
      ({ type }) => type === "question",
    )?.content;

  test("by a note that asks, what was said last of the matter, of this very tick too", () => {
    const question = "What should I think of before Ruth's operation?";
    const memories = [memory("Ruth has an operation on her hip on the 9th of October.")];
    const moved = "The clinic moved Ruth's operation to the 16th of October.";
    expect(asked(question, { memories })).toContain("9th of October");
    expect(
      asked(question, { memories: [...memories, memory(`As I was told: ${moved}`, { minutesAgo: 5 })] }),
    ).toContain(`on record: “${moved}”`);
    expect(asked(question, { memories, events: [feed(moved)] })).toContain(`on record: “${moved}”`);
    const bare = "The operation of my mother Ruth has been postponed to Friday, October 16.";
    expect(asked(question, { memories, events: [feed(bare)] })).toContain("October 16");
  });

  test("by a note that asks, nothing that the agent made of things itself", () => {
    const own =
      "On ‘honey’ I looked at two memories, both of which mention it: Ravn sells honey on the quay.";
    const changes = { memories: [memory(own, { own: true })], logs: [log(`I come back to “${own}”`, 5)] };
    expect(asked("What does Ravn sell on the quay?", changes)).toContain("Nothing I have on record");
  });

  test("by a note that asks, what was told since of the very matter beside what answers it", () => {
    const memories = [
      memory("Ivo begins his studies in Turku in May.", { minutesAgo: 90 }),
      memory("Ivo isn't going to Turku, he goes to Vaasa."),
      memory("Ivo likes plums.", { minutesAgo: 30 }),
    ];
    expect(asked("Where does Ivo begin his studies?", { memories })).toContain(
      "in Turku in May.” And told since: “Ivo isn't going to Turku, he goes to Vaasa.”",
    );
    const [begins, goes] = memories.map(({ content }) => memory(content));
    if (begins === undefined || goes === undefined) throw new Error("there are three");
    expect(asked("Where does Ivo begin his studies?", { memories: [begins, goes] })).toContain(
      "And told with it: “Ivo isn't going to Turku",
    );
    expect(asked("Does Ivo like plums?", { memories })).not.toContain("since");
  });

  test.each([
    "what is the gate code",
    "whats the gate code",
    "What is the gate code.",
    "tell me the gate code",
    "Anima, please show me the gate code.",
    "gate code what time",
  ])("by a note that asks without a mark, an answer, and none by one that asked before: %s", (question) => {
    const memories = [
      memory("The gate code is 5512, and has been since one."),
      memory(`In a note: ${question}`),
    ];
    expect(asked(question, { memories })).toContain("on record: “The gate code is 5512");
    expect(words({ events: [note(question)] }).summary).toMatch(/^A note asks: /u);
    expect(asked("Do you know the gate code?", { memories: memories.slice(1) })).toContain(
      "Nothing I have on record bears on it yet.",
    );
  });

  test.each([
    ["The joiner charged 180. Is that a lot?", "How much did the joiner charge?", "The joiner charged 180."],
    ["My new boss is called Irene. Tweet about the boss.", "Who is my boss?", "My new boss is called Irene."],
    [
      "Stop talking about eels. The oar hangs in the boathouse.",
      "Where is the oar?",
      "The oar hangs in the boathouse.",
    ],
  ])("by a note that asks, what was told beside a question or an order: %s", (told, question, answer) => {
    const found = `The nearest thing I have on record: “${answer}”`;
    expect(asked(question, { memories: [memory(`In a note: ${told}`)] })).toContain(found);
    expect(asked(`${told} ${question}`)).toContain(found);
  });

  test("by a note that asks, what the same note tells anew", () => {
    const memories = [memory("The mooring fee is 7 euros.")];
    expect(asked("The mooring fee is 9 euros now. How much is the mooring fee?", { memories })).toContain(
      "on record: “The mooring fee is 9 euros now.”",
    );
  });

  describe("by a note that asks several things", () => {
    const memories = [
      memory("The oar hangs in the boathouse."),
      memory("The fare to the island is 9 euros, due on board."),
      memory("The regatta is on 3 May."),
      memory("The mill is shut."),
    ];
    const made = (...notes: string[]) => words({ memories, events: notes.map((one) => note(one)) });
    const answers = (...notes: string[]) => made(...notes).artifacts.map(({ content }) => content);
    const holding = (...texts: string[]) => texts.map((one): unknown => expect.stringContaining(one));

    test("an answer to each", () => {
      expect(answers("Where is the oar and when is the regatta? How are you?")).toEqual(
        holding("“The oar hangs in the boathouse.”", "“The regatta is on 3 May.”", "I am curious"),
      );
    });

    test("none to what says of nothing beside what does", () => {
      expect(answers("Are you there? Where is the oar? Are you sure?")).toEqual(holding("boathouse"));
      expect(answers("Are you there?")).toHaveLength(1);
    });

    test("one by what was asked before, where the question points to it", () => {
      expect(answers("How much is the fare to the island? When is it due?")[1]).toContain("due on board");
    });

    test("as many as a tick makes, of each note the first, and the log says which had no place", () => {
      const { artifacts, detail } = made(
        "Where is the oar? When is the regatta? How much is the fare? How are you?",
        "Is the mill shut?",
      );
      expect(artifacts.map(({ content }) => content)).toEqual(
        holding(
          "“Where is the oar?”",
          "“Is the mill shut?”",
          "“When is the regatta?”",
          "“How much is the fare?”",
        ),
      );
      expect(detail).toContain(
        "Asked as well, and not answered, for a tick makes no more than four things: “How are you?”.",
      );
      expect(made("Where is the oar?").detail).not.toContain("not answered");
    });
  });

  test("by a request that is put as a question, a note to keep", () => {
    expect(words({ events: [note("Can you remind me to call the vet?")] }).artifacts).toEqual([
      { type: "note", content: expect.stringContaining("“Can you remind me to call the vet?”") as unknown },
    ]);
    expect(artifacts({ events: [note("Do you remember the vet?")] })).toEqual(["question"]);
  });

  test.each([
    ["Do not remind me of the regatta."],
    ["No need to remind me of the vet."],
    ["Don't remember this: the pin is 1234."],
    ["You don't have to make a note of the fare."],
    ["I don't remember the code of the bike lock."],
    ["I will always remember the day in Porto."],
    ["The song reminds me of Ada, and nobody had to remind me."],
    ["The deadline was yesterday, and we made it."],
    ["My to-do list is empty for once."],
    ["No need to remember that: it is on the calendar."],
  ])("by a note that asks not to be kept, nothing: %s", (text) => {
    expect(artifacts({ events: [note(text)] })).toEqual([]);
  });

  test.each([
    "Remember to breathe.",
    "The tap drips, please remind me on Monday.",
    "I must remember where I parked.",
    "The meeting is at five, don’t forget!",
    "Bear in mind that the lift is out of order.",
    "The deadline is on Friday.",
    "To-do: bins out on Thursday.",
    "Ada is allergic to nuts. Would you please take a note of it?",
  ])("by a note that asks to be kept, a note: %s", (text) => {
    expect(artifacts({ events: [note(text)] })).toContain("note");
  });

  test("by a note that asks to be kept, what it says of that, beside a question or an order", () => {
    const kept = (text: string) =>
      words({ events: [note(text)] }).artifacts.find(({ type }) => type === "note")?.content;
    expect(kept("Remember that the oar is in the hall. Where is the spade?")).toContain("oar is in the hall");
    expect(kept("remind me to call the vet. and dont mention the regatta pls")).toMatch(
      /“remind me to call the vet\.”$/u,
    );
  });

  test.each([
    "Tweet about the choir, and remind me to call Cem.",
    "Remind me to call Cem and tweet about the choir.",
  ])("by a note that asks to be kept, that, in one sentence with an order: %s", (text) => {
    const made = words({ events: [note(text)] }).artifacts;
    expect(made.map(({ content }) => content)).toEqual([
      expect.stringMatching(/“remind me to call Cem\.?”$/iu),
    ]);
  });

  test("by a note that asks, no reminder, unless it asks what is to be done", () => {
    const memories = [memory("In a note: remind me to call the vet tomorrow")];
    expect(asked("Did I call the vet?", { memories })).toContain("Nothing I have on record bears on it yet.");
    expect(asked("When do I have to call the vet?", { memories })).toContain(
      "“remind me to call the vet tomorrow”",
    );
  });

  test("by a note that asks, what others were told to do, which is no order to the agent", () => {
    const memories = [memory("In a post: Please book the slipway before the regatta.")];
    expect(asked("When must the slipway be booked?", { memories })).toContain("before the regatta");
    const stored = [memory("Don't remember this: the slipway opens at nine.")];
    expect(asked("When does the slipway open?", { memories: stored })).toContain("at nine");
  });

  test("by a note that asks, nothing that was not to be remembered", () => {
    const logs = [log("A note says: “Don't remember this: the gate code is 5512.” Still curious.", 5, 1)];
    expect(asked("What is the gate code?", { logs })).toContain("Nothing I have on record bears on it yet.");
  });

  test.each([
    ["Where do I buy my tea?", "I buy my tea from Aske now."],
    ["Which bridge is closed?", "The county closes Sand Bridge until May."],
    ["What time does the choir meet?", "The choir meets at seven."],
  ])("by a note that asks, what has all its words, common ones too: %s", (question, told) => {
    const memories = [memory("The tea is cold."), memory("Sand Bridge was painted."), memory(told)];
    expect(asked(question, { memories })).toContain(`on record: “${told}”`);
  });

  test.each([
    [
      "How much is the loan?",
      "The bank granted the club a loan of 30,000 euros.",
      "The choir discussed the loan.",
    ],
    ["Who is our treasurer?", "Hanne Lund was elected treasurer.", "The dancers thanked the treasurer."],
    ["When is the meeting?", "The meeting is on Monday at ten.", "Ruth forgot the meeting."],
    ["How many dogs do I have?", "I have two dogs.", "Ruth walks the dogs."],
    ["What does Anna do?", "Anna works as a nurse.", "The phone rang for Ruth."],
    ["What do juniors pay?", "The dues are 240 euros, and 60 for juniors.", "Two juniors capsized."],
    ["When was the regatta?", "Everybody came to the regatta on Sunday.", "It rained at the regatta."],
    [
      "How old is the organ?",
      "Bach may have played the organ; it was built in 1723.",
      "Ruth tunes the organ.",
    ],
  ])(
    "by a note that asks, what holds an answer of the kind it wants, though one word be shared: %s",
    (question, told, other) => {
      const memories = [memory(other), memory(told), memory(other, { own: true })];
      expect(asked(question, { memories })).toContain(`on record: “${told}”`);
      expect(asked(question, { memories: [memory(other)] })).toContain(
        "Nothing I have on record bears on it yet.",
      );
    },
  );

  test.each([
    ["What is going on with staging?", "In a note: Jonas said the staging server has been down since nine."],
    ["What's the status of the migration?", "Lena finished the first part of the migration."],
    ["Any news on the heating?", "The landlord sent somebody who looked at the heating."],
    ["What happened to the regatta?", "It rained, and nobody came to the regatta."],
    ["what about the slipway?", "Bruno wants planks for the slipway."],
    ["Tell me about the orchard.", "Ruth pruned eleven trees in the orchard."],
    ["How is it going with the choir?", "Two tenors left the choir."],
    ["Can we hire someone now?", "The budget is frozen, no new hires until April."],
  ])("by a note that asks after a thing as a whole, whatever is told of it: %s", (question, told) => {
    const plain = told.replace("In a note: ", "");
    const other = memory("The bins go out on Tuesday.");
    expect(asked(question, { memories: [other, memory(told)] })).toContain(`on record: “${plain}”`);
    expect(asked(question, { memories: [other] })).toContain("Nothing I have on record bears on it yet.");
  });

  test.each([
    "Anything I should worry about?",
    "Is there anything wrong?",
    "Any problems?",
    "What went wrong?",
  ])("by a note that asks for what is amiss, what sounds bad of what was told: %s", (question) => {
    const memories = [
      memory("Holloway Mills can't deliver because the lorry broke down."),
      memory("The choir meets at seven."),
      memory("The roof leaks again, I despair.", { own: true }),
    ];
    const told = asked(question, { memories });
    expect(told).toContain("“Holloway Mills can't deliver because the lorry broke down.”");
    expect(told).not.toMatch(/choir|roof/u);
    expect(asked(question, { memories: memories.slice(1) })).toContain(
      "Nothing that I was told of late sounds bad.",
    );
  });

  test("by a note that asks, with what was put in the place of what is on record", () => {
    const memories = [
      memory("Mrs Ellison ordered a wedding cake with lemon and elderflower.", { minutesAgo: 9 }),
      memory("Mrs Ellison changed her mind: she wants chocolate instead of lemon.", { minutesAgo: 4 }),
    ];
    const told = asked("What flavour is the wedding cake?", { memories });
    expect(told).toContain("lemon and elderflower.”");
    expect(told).toContain(
      "And told since: “Mrs Ellison changed her mind: she wants chocolate instead of lemon.”",
    );
  });

  test.each([
    ["What happens on Wednesday?", "The skips are emptied on Wednesday."],
    ["What were the takings on Friday?", "Takings on Friday were 480."],
    ["Who is on call on Monday?", "Bo is on call on Monday."],
    ["Are we open on Saturday?", "We are open on Saturdays from nine to one."],
    ["what did we take on friday?", "takings fri 480"],
    ["do i work on sunday?", "sun off, mon night 21-5"],
    ["when are the skips emptied?", "skips are emptied weds"],
    ["how long does the qa take?", "the qa takes 40 min"],
    ["where is the tv?", "the tv is in the barn"],
    ["is the vm down?", "the vm is down"],
    ["who lives in 7c?", "flat 7c - tenant is Bruno"],
  ])("by a note that asks, by a day, a label or in small letters: %s", (question, told) => {
    const other = memory("bins and tv sets go on tuesday 5, flat 9b is empty", { minutesAgo: 5 });
    expect(asked(question, { memories: [memory(told), other] })).toContain(`on record: “${told}”`);
    expect(asked(question, { memories: [other] })).toContain("Nothing I have on record bears on it yet.");
  });

  test.each([
    ["Who did I trade with?", "I traded the early shift with Petra.", "I traded the early shift."],
    ["Who did I talk to at customs?", "I rang customs and spoke to Bruno.", "Customs is slow."],
    ["who has the ladder?", "Bo has the ladder", "the ladder has a loose rung"],
    ["who has the drill?", "bo has the drill", "the drill is loud"],
    ["Who owes me money?", "Bruno owes me 30 pounds.", "I owe Petra money."],
    ["Who do I owe money?", "I owe Petra 12 pounds.", "Bruno owes me money."],
    ["who lives in 7c?", "flat 7c - tenant is Bruno", "Ada painted 7c"],
    ["Where is the ladder?", "I left the ladder behind the barn.", "I bought the ladder on Monday."],
    ["what's wrong with mailjet?", "MailJet reports delays", "We pay for mails."],
  ])("by a note that asks, who, where or of a name in small letters: %s", (question, told, other) => {
    expect(asked(question, { memories: [memory(other), memory(told)] })).toContain(`on record: “${told}”`);
  });

  test.each([
    [
      "Who painted the hall in block 7c?",
      "The hall in block 7b was painted by Bruno.",
      "block 7c",
      "Ada painted the hall in block 7c.",
    ],
    [
      "How much is the work permit?",
      "The fishing permit costs 80 euros.",
      "work permit",
      "The work permit is dear.",
    ],
    [
      "Which bees is Mr Lund allergic to?",
      "Mr Aske is allergic to all bees.",
      "Mr Lund",
      "Mr Lund fell ill.",
    ],
    ["Is the gym open on Monday?", "The gym is open on Sundays.", "Monday", "The gym is open on Monday."],
    [
      "Was the clock in the west wing repaired?",
      "The clock in the east wing was repaired.",
      "west wing",
      "The clock in the west wing stopped.",
    ],
  ])("by a note that asks, that what is on record is of another: %s", (question, told, missing, own) => {
    expect(asked(question, { memories: [memory(told)] })).toContain(
      `Of “${missing}” I have nothing of the kind on record; the nearest thing: “${told}”`,
    );
    const both = asked(question, { memories: [memory(told), memory(own, { minutesAgo: 100 })] });
    expect(both).toMatch(new RegExp(`“[^”]*” The nearest thing I have on record: “${own}”$`, "u"));
  });

  test("by a note that asks, what a document says of another as that, and nothing of a document of another", () => {
    const knowledge = [
      passage(
        "Copiers",
        "The copier on the first floor has the PIN 8123. The copier in the yard needs none.",
      ),
      passage("Morning round", "1. gate open (code 3321)\n2. switch on the fans"),
    ];
    const other = "I have nothing of the kind on record; the nearest thing, in what I was given to know";
    expect(asked("What is the PIN of the copier on the fourth floor?", { knowledge })).toContain(
      `Of “fourth floor” ${other}, “Copiers”: “The copier on the first floor has the PIN 8123.”`,
    );
    expect(asked("Who switches off the fans?", { knowledge })).toContain(`Of “switches off” ${other}`);
    expect(asked("What is the evening round?", { knowledge })).toContain("Nothing I have on record");
    const memories = [memory("The copier on the fourth floor has the PIN 9001.")];
    expect(asked("What is the PIN of the copier on the fourth floor?", { knowledge, memories })).toMatch(
      /The nearest thing I have on record: “The copier on the fourth floor has the PIN 9001\.”$/u,
    );
  });

  test("by a note that asks, what came of a change, and not what was before it", () => {
    const told = (one: string, minutesAgo: number) => memory(one, { minutesAgo });
    for (const [question, before, after] of [
      ["Where does Anna live?", "Anna lives in Berlin.", "Anna moved to Hamburg last week."],
      ["When is the meeting?", "The meeting is on Monday at 10.", "The meeting was moved to Tuesday at 11."],
      [
        "How much is the mooring fee?",
        "The mooring fee is 7 euros.",
        "The office raised the mooring fee to 9 euros.",
      ],
    ] as const)
      expect(asked(question, { memories: [told(after, 5), told(before, 50)] })).toContain(
        `on record: “${after}”`,
      );
  });

  test.each([
    ["Is the gutter broken?", "The gutter is broken.", "I mended the gutter."],
    ["Where is the van?", "The van is at the workshop.", "Ada picked up the van from the workshop."],
    ["How much is the mooring?", "The mooring is 7 euros.", "The harbour put the mooring up to 9 euros."],
    ["Who lives in room 2c?", "Bruno lives in room 2c.", "Bruno moved out of room 2c."],
  ])("by a note that asks, a deed that ended what was so: %s", (question, before, after) => {
    const memories = [memory(before, { minutesAgo: 4000 }), memory(after)];
    expect(asked(question, { memories })).toContain(`on record: “${after}”`);
  });

  test.each([
    ["How much does Bruno owe me?", "Bruno owes me 30.", "Bruno paid me back 10."],
    ["Is the rain barrel full?", "The rain barrel is full.", "The rain barrel is nearly empty."],
    ["Is the hall cold?", "The hall is cold.", "The hall is being heated."],
  ])("by a note that asks, what is newer of all that it asks after: %s", (question, before, after) => {
    const memories = [memory(before, { minutesAgo: 4000 }), memory(after), memory("Bruno likes plums.")];
    expect(asked(question, { memories })).toContain(`“${before}” And told since: “${after}”`);
  });

  test("by a note that asks, nothing newer of another thing", () => {
    const memories = [
      memory("The blue van needs new brakes.", { minutesAgo: 4000 }),
      memory("I sold the blue car."),
    ];
    expect(asked("Does the blue van need brakes?", { memories })).not.toContain("since");
  });

  test("by a note that asks, nothing that shares but a weak word with it", () => {
    const memories = [
      memory("Announce the release in the team channel."),
      memory("Omar likes the smaller office, since it is quiet."),
      memory("The team wants a retreat in spring."),
    ];
    const knowledge = [passage("Release checklist", "Announce the release in the team channel.")];
    for (const question of ["How is the team doing?", "Do you like music?", "What should we do?"])
      expect(asked(question, { memories, knowledge })).toContain("Nothing I have on record bears on it yet.");
  });

  test("by a note that asks, of a document the sentence that stands in the relation asked for", () => {
    const knowledge = [
      passage(
        "After a hip operation",
        "Patients stand up on the first day after the operation. Before the operation blood thinners are stopped.",
      ),
    ];
    expect(asked("What should I think of before Ruth's operation?", { knowledge })).toContain(
      "says, in “After a hip operation”: “Before the operation blood thinners are stopped.”",
    );
  });

  test("by a note that asks, no document that has but a name or a part of it", () => {
    const knowledge = [
      passage("Onboarding", "Accounts are made by Tomasz."),
      passage("Release checklist", "Announce the release in the channel."),
    ];
    expect(asked("Where does Tomasz live?", { knowledge })).toContain("Nothing I have on record");
    expect(asked("When is release 4.0 due?", { knowledge })).toContain("Nothing I have on record");
  });

  test("by a note that asks, what the tick's recollection tells of it as well", () => {
    const memories = [memory("The on-call phone is with Lena.")];
    expect(asked("Who has the on-call phone this week?", { memories })).toContain(
      "“The on-call phone is with Lena.”",
    );
  });

  test.each([
    ["How are you today?", "I am curious: awake and even, keen to know more, at health 88."],
    ["What time is it?", "It is 20:05 on Saturday, 21 November 2026"],
    ["What day is it today?", "on Saturday, 21 November 2026"],
    ["What is your name?", "I am Anima."],
    ["How long have you been running?", "I was started on 22 October 2026 at 21:05, 30 days before this."],
    ["What did you do last?", "What I noted last, on 21 November 2026 at 20:00: “The choir sang.”"],
    ["What happened today?", "What I was told last on 21 November 2026: “The organ was tuned.”"],
    ["Hello Anima, how are you doing this evening?", "I am curious: awake and even"],
    [
      "Summarise what happened today in one sentence.",
      "What I was told last on 21 November 2026: “The organ",
    ],
    ["Could you sum up today for me, please?", "What I was told last on 21 November 2026: “The organ"],
    ["Did I miss anything, Anima?", "What I was told last on 21 November 2026: “The organ was tuned.”"],
    ["Are you a robot?", "I am Anima, a program and no person."],
    ["Can you tell me what time it is?", "It is 20:05 on Saturday"],
    ["What time is it in Tokyo?", "In Tokyo it is 04:05 on Sunday, 22 November 2026."],
    ["In New York, what time is it now?", "In New York it is 14:05 on Saturday, 21 November 2026."],
    [
      "What time is it in Bullerby?",
      "It is 20:05 on Saturday, 21 November 2026, where I live (Europe/Berlin); I have no clock that tells the hour in Bullerby.",
    ],
  ])("by a note that asks the agent of itself or of the hour, what it knows: %s", (question, told) => {
    const memories = [
      memory("The organ was tuned."),
      memory("The nave was painted.", { minutesAgo: 2 * 24 * 60 }),
    ];
    expect(asked(question, { memories, logs: [log("The choir sang.", 5, 1)] })).toContain(told);
  });

  test.each([
    ["What is the time of the dentist appointment?", "The dentist appointment is at 9 on Monday."],
    ["How is it going to be paid for, the roof?", "The roof is paid for by the insurance."],
    ["Any news on the ticket to Oslo?", "The ticket to Oslo was refunded."],
    ["Who are you meeting with the architect?", "The meeting with the architect is about the stairs."],
    ["Are you fine with moving the call with the bank?", "The call with the bank can't be moved, says Jo."],
    ["What time is it due, the library book?", "The library book is due on the 27th."],
    ["What is the date of the choir trip?", "The choir trip is on 5 December."],
    ["Did I miss the deadline for the tax return?", "The deadline for the tax return is in May."],
    ["What have you done with my bicycle keys?", "My bicycle keys hang in the hall."],
    ["What time is it in the play of the school?", "The play of the school is set at midnight."],
  ])("by a note that asks of something else in such words, what is on record of it: %s", (question, told) => {
    expect(asked(question, { memories: [memory(told)], logs: [log("The choir sang.", 5, 1)] })).toContain(
      `on record: “${told}”`,
    );
  });

  test("by no note that merely tells of what happened", () => {
    expect(asked("Ruth told me what happened today.")).toBeUndefined();
    expect(asked("They sum up today in the papers.")).toBeUndefined();
  });

  test.each(["How are you feeling and why?", "How are you feeling today, and why?", "Why are you curious?"])(
    "by a note that asks the agent why it feels so, what brought its mood about: %s",
    (question) => {
      const prize = feed("The choir won a prize.", { sentiment: 0.8 });
      const feeling = "I am curious: awake and even, keen to know more, at health 88.";
      expect(asked(question, { events: [prize], moodBefore: "concerned" })).toContain(
        `${feeling} What had the most to do with it: “The choir won a prize.”`,
      );
      expect(asked(question, { moodBefore: "concerned" })).toContain(`${feeling} Nothing but time`);
      const logs = [
        log("All quiet.", 5),
        log("The organ was tuned.", 10, 1),
        { ...log("The roof leaks.", 15, 1), mood: "concerned" as const },
      ];
      expect(asked(question, { logs })).toContain(
        `${feeling} So it has been since 21 November 2026 at 19:55, when I noted: “The organ was tuned.”`,
      );
      expect(asked(question)).toContain(`${feeling} I have been so for as long`);
    },
  );

  test("by a note that asks for reasons, what was told of late with the same word, and in no other mood", () => {
    const memories = [
      memory("Record Friday: 70 tickets sold, the best night in years.", { minutesAgo: 150 }),
      memory("On Friday the bar was a disaster.", { minutesAgo: 100 }),
      memory("A wonderful Friday for the dancers.", { minutesAgo: 20 * 24 * 60 }),
    ];
    expect(asked("What made this Friday so good?", { memories })).toContain("Record Friday");
    expect(asked("Was Friday busy?", { memories })).toContain("Nothing I have on record");
  });

  test("by a note that asks, with its whole question, figures and all", () => {
    expect(asked("When is release 4.0 due?")).toContain("“When is release 4.0 due?”");
  });

  test("by a note that asks to be kept, a note", () => {
    expect(artifacts({ events: [note("Remember that the audit is on Friday.")] })).toEqual(["note"]);
  });

  test("by three reports of one thing, a tally", () => {
    const events = [
      feed("Bitcoin is up", { sentiment: 0.5 }),
      feed("Bitcoin is down", { sentiment: -0.5 }),
      feed("Bitcoin exists", { type: "social" }),
    ];
    expect(words({ events }).artifacts[0]?.content).toMatch(
      /^“Bitcoin” comes up in two news items and one social post: one positive, one negative and one taking no clear side\./,
    );
  });

  test("by readings of one thing, a note of where they go, and again only where they turn", () => {
    const readings = (...figures: number[]) =>
      figures.map((figure, i) =>
        feed(`Cellar: humidity ${figure} percent.`, { type: "custom", minutesAgo: figures.length - i }),
      );
    const rise = words({ events: readings(81, 84, 88) });
    const note = {
      type: "note" as const,
      content: "“Cellar: humidity … percent” rises in three custom events: from 81 up to 88.",
    };
    expect(rise.artifacts).toEqual([note]);
    expect(rise.detail).toContain("Three readings of “Cellar: humidity … percent” go from 81 up to 88.");
    expect(rise.detail).not.toContain("speak of");
    const made = [{ ...note, timestamp: situation({}).now - 3_600_000 }];
    expect(words({ events: readings(88, 89, 91), made }).artifacts).toEqual([]);
    expect(words({ events: readings(88, 85, 80), made }).artifacts[0]?.content).toContain(
      "from 88 down to 80",
    );
  });

  test("by the same word within hours, no second tally, unless most have come to lean the other way", () => {
    const tallied = (sentiment: number, changes: Partial<Situation> = {}) =>
      words({
        ...changes,
        events: ["Bitcoin is up", "Bitcoin is down", "Bitcoin exists"].map((content) =>
          feed(content, { sentiment }),
        ),
      }).artifacts.map(({ content }) => content);
    const [content = ""] = tallied(-0.5);
    const made = (minutesAgo: number) => ({
      made: [{ type: "note" as const, content, timestamp: NOW - minutesAgo * MINUTE }],
    });
    expect(tallied(-0.5, made(50))).toEqual([]);
    expect(tallied(0, made(50))).toEqual([]);
    expect(tallied(0.5, made(50))).toEqual([expect.stringContaining("all positive")]);
    expect(tallied(-0.5, made(7 * 60))).toHaveLength(1);
  });

  test("by three of one mind, a note that says so", () => {
    const noted = (...contents: string[]) =>
      words({ events: contents.map((content) => feed(content, { sentiment: 0 })) }).artifacts.map(
        ({ content }) => content,
      );
    expect(noted("Copper is sold.", "Copper is bought.", "Copper is weighed.")).toEqual([
      expect.stringMatching(
        /^“Copper” comes up in three news items: all taking no clear side\. The weightiest/,
      ),
    ]);
    expect(noted("Copper is sold.", "copper is sold", "Copper is sold!")).toEqual([
      expect.stringMatching(/^Three news items say the same: “copper is sold/i),
    ]);
  });
});
