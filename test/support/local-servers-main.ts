/**
 * The process of scripted model servers, one a port: Ollama, both interfaces of LM Studio, llama.cpp, another one, and one that is gone.
 * They list their models as these programs do. A model's name says how it answers: `strong` well, `weak` against the schema,
 * `forgetful` without what memory holds, `slow` never; `alike` and `flat` embed.
 */
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { once } from "node:events";
import type { AddressInfo } from "node:net";
import * as z from "zod";
import { answer } from "../mind/answers";

const LISTS: { readonly [kind: string]: Readonly<Record<string, unknown>> } = {
  ollama: {
    "/api/tags": {
      models: [
        {
          name: "strong:8b",
          model: "strong:8b",
          size: 5,
          details: { family: "qwen3", parameter_size: "8.2B" },
        },
        {
          name: "alike:latest",
          model: "alike:latest",
          details: { family: "nomic-bert", parameter_size: "137M" },
        },
      ],
    },
    "/api/ps": { models: [{ name: "strong:8b", model: "strong:8b", context_length: 4096 }] },
    "/v1/models": { object: "list", data: [{ id: "strong:8b", object: "model", owned_by: "library" }] },
  },
  lmstudio: {
    "/api/v1/models": {
      models: [
        {
          type: "llm",
          key: "acme/weak",
          params_string: "4B",
          loaded_instances: [{ id: "acme/weak", config: { context_length: 16384, parallel: 4 } }],
          max_context_length: 262144,
        },
        {
          type: "embedding",
          key: "nomic-text",
          params_string: null,
          loaded_instances: [],
          max_context_length: 2048,
        },
      ],
    },
  },
  lmstudioV0: {
    "/api/v0/models": {
      object: "list",
      data: [
        { id: "slow", object: "model", type: "llm", state: "not-loaded", max_context_length: 32768 },
        {
          id: "text-nomic",
          object: "model",
          type: "embeddings",
          state: "not-loaded",
          max_context_length: 2048,
        },
      ],
    },
  },
  llamacpp: {
    "/props": { default_generation_settings: { n_ctx: 8192, params: {} }, total_slots: 1 },
    "/v1/models": {
      object: "list",
      data: [{ id: "forgetful.gguf", meta: { n_ctx_train: 32768, n_embd: 640 } }],
    },
  },
  other: {
    "/v1/models": {
      data: [{ id: "strong", max_model_len: 32768 }, { id: "flat-embed" }, { nonsense: true }],
    },
  },
};

const usage = { prompt_tokens: 2000, completion_tokens: 120, total_tokens: 2120 };
const asked = z.object({ model: z.string(), input: z.array(z.string()).default([]) });

function reply(model: string, texts: readonly string[]): unknown {
  if (texts.length > 0) {
    const data = texts.map((_, index) => ({ index, embedding: vector(model, index) }));
    return { data, usage: { prompt_tokens: 40, total_tokens: 40 } };
  }
  const text = model.includes("forgetful") ? "I wish I knew." : "Mara keeps it in locker 417.";
  const good = { ...answer, replies: [{ note: 1, text }], basedOn: [1], usedMemories: [1] };
  const content = model.includes("weak") ? "I would rather sing." : JSON.stringify(good);
  return { choices: [{ finish_reason: "stop", message: { role: "assistant", content } }], usage };
}

/** `alike`: the two of a pair nearly the same, and all else apart. `flat`: all the same. */
function vector(model: string, index: number): number[] {
  if (model.includes("flat")) return [1, 0, 0, 0];
  return [0, 1, 2, 3].map((at) => (at === Math.floor(index / 2) ? 1 : index % 2 === 0 ? 0 : 0.1));
}

async function serve(kind: string, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const path = request.url ?? "";
  let body = "";
  for await (const chunk of request) body += String(chunk);
  const list = LISTS[kind]?.[path];
  const send = (status: number, answer: unknown): void =>
    void response.writeHead(status, { "Content-Type": "application/json" }).end(JSON.stringify(answer));
  if (list !== undefined) return send(200, list);
  if (request.method !== "POST") return send(404, { error: { message: "There is no such path." } });
  const { model, input } = asked.parse(JSON.parse(body));
  if (!model.includes("slow")) send(200, reply(model, input));
}

const origins: Record<string, string> = {};
for (const kind of [...Object.keys(LISTS), "dead"]) {
  const server = createServer((request, response) => {
    serve(kind, request, response).catch((error: unknown) => response.destroy(error as Error));
  });
  await once(server.listen(0, "127.0.0.1"), "listening");
  origins[kind] = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  if (kind === "dead") server.close();
}
process.stdout.write(`${JSON.stringify(origins)}\n`);

// The parent has the other end of stdin, which closes when the parent ends for any reason.
process.stdin.resume();
process.stdin.once("close", () => process.exit(0));
