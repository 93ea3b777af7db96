/** Every prompt over a fixed situation, with its size, and the version that a change of any of them needs. */
import { createHash } from "node:crypto";
import { describe, expect, test } from "vitest";
import * as z from "zod";
import { THOUGHTS, REFLECTED, SEEDED, TICK } from "../../test/mind/material";
import { linkAnswerSchema, linkPrompt } from "./links";
import { reflectionQuestion } from "./reflection";
import versions from "./snapshots/versions.json";
import { themeQuestion } from "./theme";
import { thoughtQuestion } from "./thought";
import { thoughtReflectionQuestion } from "./thoughtReflection";
import { tickPrompt } from "./tick";
import { PROMPT_VERSION } from "./version";
import { shownIn, tickAnswerSchema } from "../tick/answer";

/** The estimate that budgets are made by. The tokenizer o200k_base takes 4.3 characters a token of rules, 3.3 of material. */
const CHARACTERS_A_TOKEN = 4;

const MEMORIES = ["The ferry to Kiel sails at nine.", "The ferry to Kiel sails at ten now.", "It was late."];

const QUESTIONS = {
  tick: { ...tickPrompt(TICK), schema: tickAnswerSchema(shownIn(TICK)) },
  thought: thoughtQuestion(SEEDED),
  "thought-reflection": thoughtReflectionQuestion(THOUGHTS),
  reflection: reflectionQuestion(REFLECTED),
  "deep-reflection": reflectionQuestion({ ...REFLECTED, depth: "deep", focus: null }),
  theme: themeQuestion(MEMORIES),
  links: {
    ...linkPrompt(MEMORIES[0] ?? "", [
      { text: MEMORIES[1] ?? "", type: "contradicts", later: true },
      { text: MEMORIES[2] ?? "", type: "related_to", later: false },
    ]),
    schema: linkAnswerSchema(2),
  },
};

const told = Object.entries(QUESTIONS).map(([name, { system, user, schema }]) => {
  const tokens = (text: string) => Math.ceil(text.length / CHARACTERS_A_TOKEN);
  const json = JSON.stringify(z.toJSONSchema(schema), null, 1);
  const size = `About ${tokens(system)} tokens of rules and ${tokens(user)} of material, at ${CHARACTERS_A_TOKEN} characters each.`;
  return { name, text: `${size}\n\n# System\n\n${system}\n\n# User\n\n${user}\n\n# Schema\n\n${json}\n` };
});

describe("the prompt", () => {
  test.each(told)("of the $name is the one that was reviewed", async ({ name, text }) => {
    await expect(text).toMatchFileSnapshot(`./snapshots/${name}.txt`);
  });

  test("changes only with PROMPT_VERSION, whose hash is in snapshots/versions.json", () => {
    const hash = createHash("sha256").update(JSON.stringify(told)).digest("hex").slice(0, 16);
    const known: { readonly [version: string]: string } = versions;
    expect(
      `${PROMPT_VERSION}: ${known[PROMPT_VERSION]}`,
      "raise PROMPT_VERSION and add its hash, so that receipts tell old prompts from new ones",
    ).toBe(`${PROMPT_VERSION}: ${hash}`);
  });
});
