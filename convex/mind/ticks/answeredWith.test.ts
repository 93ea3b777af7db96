/** Which of what is on record answers a question: of the thing, of what came of it, of another, of the agent itself. */
import { describe, expect, test } from "vitest";
import { asked } from "./test.reflexTicks";
import { feed, log, memory, passage } from "./test.situations";

describe("an artifact is earned", () => {
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
});
