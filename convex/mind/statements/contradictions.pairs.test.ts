/** Everyday facts that exclude each other, and such as only look like it. */
import { describe, expect, test } from "vitest";
import { claimsOf } from "./claims";
import { contradictionBetween } from "./contradictions";
import { statementsOf } from "./statements";

const judge = (a: string, b: string) => {
  const [p, q] = [a, b].map((text) => statementsOf(text, claimsOf(text).names));
  return contradictionBetween(p ?? [], q ?? []);
};

describe("of what has one name or value", () => {
  test.each([
    ["My name is Hannah.", "My name is Johanna."],
    ["My dog's name is Rex.", "My dog's name is Bruno."],
    ["The user's timezone is CET.", "The user's timezone is PST."],
    ["The capital of Kazakhstan is Astana.", "The capital of Kazakhstan is Almaty."],
    ["Our headquarters are in Zurich.", "Our headquarters are in Basel."],
    ["My dentist is Dr. Pham.", "My dentist is Dr. Russo."],
    ["Our accountant is Ms. Bauer.", "Our accountant is Mr. Steiner."],
    ["The staging database is Postgres.", "The staging database is MySQL."],
    ["The user's native language is Polish.", "The user's native language is Czech."],
    ["The default branch is main.", "The default branch is develop."],
    ["My favourite food is pizza.", "My favourite food is sushi."],
    ["My car is a Toyota.", "My car is a Volvo."],
    ["Payments are handled by Stripe.", "Payments are handled by Adyen."],
    ["The frontend is written in Vue.", "The frontend is written in Svelte."],
    ["The logs are stored in Frankfurt.", "The logs are stored in Dublin."],
  ])("%j and %j: name", (a, b) => {
    expect(judge(a, b)).toBe("name");
    expect(judge(b, a)).toBe("name");
  });

  test.each([
    ["My name is Lea.", "My name is common in Germany."],
    ["My name is Lea.", "Her name is Rosa."],
    ["The user's first name is Karim.", "The user's last name is Haddad."],
    ["The default branch is main.", "The default branch is protected."],
    ["The default branch is main.", "The default branch is slow."],
    ["The default branch is main.", "The backup branch is develop."],
    ["My favourite food is pizza.", "My favourite food is delicious."],
    ["My favourite food is pizza.", "My favourite food is on the table."],
    ["The main problem is money.", "The main problem is time."],
    ["My car is a Toyota.", "My car is a nuisance."],
    ["My friend is Anna.", "My friend is Tom."],
    ["Last year my car was a Toyota.", "This year my car is a Volvo."],
    ["The report was written by Ana.", "The report was reviewed by Bruno."],
    ["The shop is visited by Hamid.", "The shop is visited by Julia."],
  ])("not %j and %j", (a, b) => {
    expect(judge(a, b)).toBeNull();
    expect(judge(b, a)).toBeNull();
  });
});

describe("of a letter that tells one from others", () => {
  test("as of a number", () => {
    expect(judge("The flight leaves from gate B.", "The flight leaves from gate F.")).toBe("figures");
    expect(judge("The meeting is in room A.", "The meeting is in room B.")).toBe("figures");
    expect(judge("The flight leaves from gate B.", "The bus leaves from gate F.")).toBeNull();
    expect(judge("Class A has 20 pupils.", "Class B has 25 pupils.")).toBeNull();
  });
});

describe("of who is more so", () => {
  test.each([
    ["Kai is taller than Ben.", "Ben is taller than Kai."],
    ["Kai is much taller than Ben.", "Ben is taller than Kai."],
    ["Ben is older than me.", "I am older than Ben."],
    ["Tim weighs more than Leo.", "Leo weighs more than Tim."],
    ["The server is more expensive than the client.", "The client is more expensive than the server."],
  ])("%j and %j", (a, b) => {
    expect(judge(a, b)).toBe("opposites");
    expect(judge(b, a)).toBe("opposites");
  });

  test.each([
    ["Kai is taller than Ben.", "Ben is older than Kai."],
    ["Kai is taller than Ben.", "Kai is taller than Tom."],
    ["Kai is taller than Ben.", "Ben is not taller than Kai."],
    ["Kai was taller than Ben.", "Ben is taller than Kai."],
    ["Kai is taller than Ben's brother.", "Ben is taller than Kai's brother."],
    ["She is taller than him.", "He is taller than her."],
    ["Kai ran faster than Ben on Monday.", "Ben ran faster than Kai on Friday."],
  ])("not %j and %j", (a, b) => {
    expect(judge(a, b)).toBeNull();
    expect(judge(b, a)).toBeNull();
  });
});

describe("of what is of a kind", () => {
  test.each([
    ["Eva never drinks alcohol.", "Eva drinks wine with dinner."],
    ["The user has no pets.", "The user has a dog."],
    ["Omar has no children.", "Omar has two children."],
    ["Ravi has no siblings.", "Ravi has three brothers."],
    ["The user is vegan.", "The user eats cheese every day."],
    ["I'm vegetarian.", "I eat chicken."],
    ["The user doesn't smoke.", "The user smokes a pack a day."],
  ])("%j and %j: negation", (a, b) => {
    expect(judge(a, b)).toBe("negation");
    expect(judge(b, a)).toBe("negation");
  });

  test.each([
    ["Eva never drinks alcohol.", "Eva drinks tea."],
    ["The user has no dog.", "The user has a cat."],
    ["Ravi has no siblings.", "Ravi has three cousins."],
    ["Ravi had no children.", "Ravi has two children."],
    ["The user is vegan.", "The user eats vegan cheese."],
    ["The user is vegan.", "The user eats tofu every day."],
    ["The user is vegan.", "The user's brother eats cheese."],
    ["The user was vegetarian.", "The user eats chicken."],
    ["The user doesn't eat meat at lunch.", "The user eats chicken at dinner."],
    ["The user doesn't drive.", "The user drives a hard bargain."],
  ])("not %j and %j", (a, b) => {
    expect(judge(a, b)).toBeNull();
    expect(judge(b, a)).toBeNull();
  });
});

describe("of how something stands", () => {
  test.each([
    ["Paul is married to Nina.", "Paul is single."],
    ["The invoice has been paid.", "The invoice is unpaid."],
    ["The backup runs nightly.", "The backup runs weekly."],
  ])("%j and %j: opposites", (a, b) => {
    expect(judge(a, b)).toBe("opposites");
    expect(judge(b, a)).toBe("opposites");
  });

  test("not where it is the same in another word, or of another", () => {
    expect(judge("The backup runs nightly.", "The backup runs daily.")).toBeNull();
    expect(judge("Paul is married to Nina.", "Nina is single.")).toBeNull();
    expect(judge("Paul is married.", "Paul is tired.")).toBeNull();
  });
});
