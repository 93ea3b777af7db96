/** After requests of all kinds, tokens and keys are in no response, log or prompt, and nowhere on the disk. */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, describe, expect, test } from "vitest";
import type { Exchange } from "../../convex/api/openapi/examples";
import { fillExample, inRecordingOrder } from "../../scripts/openapi/exampleRequests";
import { routes } from "../../convex/http";
import { modelServer } from "../support/model";
import type { ModelCall, ModelServer } from "../support/model-server";
import { send, type Answer, type RequestOptions } from "../support/request";
import { startService, type Service } from "../support/service";

const KEYS = {
  LLM_API_KEY: "sk-9f86d081884c7d659a2feaa0c55ad015a3bf4f1b",
  EMBEDDING_API_KEY: "sk-2b0b822cd15d6c15b0f00a0887e9f7a5c3d1e8f4",
};
/** Content from a caller: stored in the database, never logged. */
const CONTENT = "The quokka census of Rottnest begins on Thursday.";

let model: ModelServer;
let service: Service;
let answers: Answer[];
let calls: ModelCall[];
let output: string;
let disk: Buffer[];

beforeAll(async () => {
  model = await modelServer();
  service = await startService({
    env: {
      ...KEYS,
      LLM_BASE_URL: model.baseUrl,
      EMBEDDING_BASE_URL: model.baseUrl,
      LOG_LEVEL: "debug",
      RATE_LIMIT_READ: "1000",
      RATE_LIMIT_WRITE: "1000",
      RATE_LIMIT_TICK: "1000",
    },
  });
  answers = [];
  await sendExamples();
  await misplaceSecrets();
  await causeModelFaults();
  calls = await model.calls();
  await service.stop();
  output = service.output();
  disk = filesBelow(service.dataDir).map((file) => readFileSync(file));
});

const secrets = (): string[] => [...Object.values(KEYS), ...Object.values(service.tokens)];

async function sendExamples(): Promise<void> {
  const posted: Exchange["answer"][] = [];
  for (const { method, path, auth, documentation } of inRecordingOrder(routes)) {
    const { id = "none", query, body } = fillExample(documentation.example ?? {}, posted);
    const token = service.tokenFor(auth);
    const target = `${service.url}${path.replace("{id}", id)}?${new URLSearchParams(query).toString()}`;
    const answer = await send(
      method,
      target,
      method === "GET" ? undefined : body,
      token === undefined ? {} : { token },
    );
    answers.push(answer);
    if (method !== "GET") posted.push(answer.json as Exchange["answer"]);
  }
  answers.push(
    await service.post("/feed", { type: "news", content: CONTENT }, { token: service.tokens.write }),
  );
  answers.push(await service.post("/wake", { note: CONTENT }, { token: service.tokens.write }));
}

interface Misplaced extends Omit<RequestOptions, "token"> {
  readonly target: string;
  readonly body?: unknown;
  readonly token?: string | undefined;
}

/** Sends each secret in places where somebody may put it by mistake, except content, which is stored as sent. */
async function misplaceSecrets(): Promise<void> {
  const places: ((secret: string, path: string, right: string | undefined) => Misplaced)[] = [
    (secret, path) => ({ target: `${path}?token=${secret}` }),
    (secret, path) => ({ target: `${path}/${secret}` }),
    (secret, path) => ({ target: path, headers: { authorization: `Bearer ${secret}x` } }),
    (secret, path) => ({ target: path, headers: { authorization: `Basic ${secret}` } }),
    (secret, path, token) => ({ target: path, body: { [secret]: secret }, token }),
    (secret, path, token) => ({ target: path, body: secret, token }),
    (secret, path, token) => ({ target: path, body: {}, headers: { "content-type": secret }, token }),
    (secret, path, token) => ({
      target: path,
      body: {},
      headers: { "idempotency-key": `${secret}é` },
      token,
    }),
  ];
  // The secrets take turns, so that each is in every place of every route.
  for (const [turn, { method, path, auth }] of routes.entries()) {
    const right = service.tokenFor(auth);
    for (const [at, place] of places.entries()) {
      const secret = secrets()[(turn + at) % secrets().length] ?? "";
      const { target, body, headers, token } = place(secret, path, right);
      if (method === "GET" && body !== undefined) continue;
      const options: RequestOptions = { ...(headers && { headers }), ...(token && { token }) };
      answers.push(await send(method, `${service.url}${target}`, body, options));
    }
  }
  for (const secret of secrets()) {
    for (const method of ["PUT", "OPTIONS"]) {
      answers.push(await send(method, `${service.url}/state?token=${secret}`, undefined));
    }
    const idempotent = { token: service.tokens.write, headers: { "idempotency-key": secret } };
    answers.push(await service.post("/wake", { note: "Once." }, idempotent));
  }
}

/** A provider whose errors repeat the key and the prompt. */
async function causeModelFaults(): Promise<void> {
  const echo = {
    error: { message: `Incorrect key ${KEYS.LLM_API_KEY}: ${CONTENT}`, code: KEYS.LLM_API_KEY },
  };
  // Failed ticks leave the event pending, so every prompt contains it.
  await service.post("/feed", { type: "news", content: CONTENT }, { token: service.tokens.write });
  for (const status of [400, 401, 403, 404]) {
    await model.set([{ kind: "status", status, body: echo }]);
    answers.push(await service.post("/tick", undefined, { token: service.tokens.tick }));
  }
  await model.set([{ kind: "says", text: `${CONTENT} is no JSON` }]);
  answers.push(await service.post("/tick", undefined, { token: service.tokens.tick }));
  await model.set([]);
  answers.push(await service.post("/tick", undefined, { token: service.tokens.tick }));
  answers.push(await service.get("/health"));
}

function filesBelow(folder: string): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name));
}

test("the requests included work, refusals, failures and prompts", () => {
  const statuses = new Set(answers.map(({ status }) => status));
  for (const status of [200, 204, 400, 401, 404, 405, 415, 502]) expect(statuses).toContain(status);
  expect(calls.filter(({ route, text }) => route === "chat" && text.includes(CONTENT))).not.toEqual([]);
  expect(disk.some((file) => file.includes(CONTENT))).toBe(true);
});

describe("no token and no key is", () => {
  test("in a response or its headers", () => {
    for (const { text, headers } of answers) {
      for (const secret of secrets()) expect(text + JSON.stringify(headers)).not.toContain(secret);
    }
  });

  test("in the log at level debug", () => {
    expect(output).toContain("request");
    for (const secret of secrets()) expect(output).not.toContain(secret);
  });

  test("in a prompt, and a request to the provider has only the provider's key", () => {
    const { tick, write } = service.tokens;
    for (const { route, text, headers } of calls) {
      for (const secret of secrets()) expect(text).not.toContain(secret);
      const own = route === "embeddings" ? KEYS.EMBEDDING_API_KEY : KEYS.LLM_API_KEY;
      expect(headers.authorization).toBe(`Bearer ${own}`);
      const told = JSON.stringify({ ...headers, authorization: "" });
      for (const secret of [tick, write, ...Object.values(KEYS)]) expect(told).not.toContain(secret);
    }
  });

  test("on the disk in any file of the data directory", () => {
    expect(disk.length).toBeGreaterThan(0);
    for (const file of disk) {
      for (const secret of secrets()) expect(file.includes(secret)).toBe(false);
    }
  });
});

test("no content from a caller is in the log, even if the provider repeats it", () => {
  const lines = output
    .split("\n")
    .filter((line) => line.startsWith("{"))
    .map((line): { message: string; status?: number } => JSON.parse(line));
  expect(lines.some(({ message, status }) => message === "request" && status === 502)).toBe(true);
  // The log omits messages that repeat the request.
  expect(output).not.toContain("Incorrect key");
  expect(output).not.toContain("quokka");
});

test("no response names the server software, sets a cookie, or allows credentials from other origins", () => {
  for (const { headers } of answers) {
    for (const name of ["server", "x-powered-by", "set-cookie", "access-control-allow-credentials"]) {
      expect(headers).not.toHaveProperty(name);
    }
    expect(headers).toMatchObject({ "cache-control": "no-store", "x-content-type-options": "nosniff" });
  }
});
