/**
 * An agent of the Vercel AI SDK whose long-term memory is Anima:
 *
 *   node scripts/run.mjs examples/agent.ts "What do you know about the lighthouse?"
 *
 * ANIMA_URL and ANIMA_TOKEN name the service, LLM_BASE_URL, LLM_API_KEY and LLM_MODEL the agent's own model.
 */
import { createOpenAICompatible } from "@ai-sdk/openai-compatible";
import { generateText, stepCountIs, tool } from "ai";
import * as z from "zod";
import { connect, searchMemories, storeMemoryOnce } from "../client";

const {
  ANIMA_URL = "http://127.0.0.1:3210",
  ANIMA_TOKEN = "",
  LLM_BASE_URL = "https://api.openai.com/v1",
  LLM_API_KEY = "",
  LLM_MODEL = "gpt-5-mini",
} = process.env;
const anima = connect(ANIMA_URL, { tokens: { write: ANIMA_TOKEN } });
const provider = createOpenAICompatible({ name: "own", baseURL: LLM_BASE_URL, apiKey: LLM_API_KEY });

const { text } = await generateText({
  model: provider(LLM_MODEL),
  system: "Recall what you know before you answer. Remember what is new and will matter later.",
  prompt: process.argv.slice(2).join(" "),
  stopWhen: stepCountIs(5),
  tools: {
    recall: tool({
      description: "Search your long-term memory.",
      inputSchema: z.object({ q: z.string() }),
      execute: async ({ q }) => {
        const { results } = await searchMemories(anima, { q, limit: 5, threshold: 0.2 });
        return results.map(({ memory }) => memory.content);
      },
    }),
    remember: tool({
      description: "Store one self-contained statement in your long-term memory.",
      inputSchema: z.object({ content: z.string() }),
      execute: ({ content }) => storeMemoryOnce(anima, { type: "semantic", content }),
    }),
  },
});
console.log(text);
