/** What a note that asks is answered with: what was told and what documents say, or that there is nothing. */
import { describe, expect, test } from "vitest";
import { asked, words } from "./test.reflexTicks";
import { feed, log, memory, note, passage } from "./test.situations";

describe("an artifact is earned", () => {
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
});
