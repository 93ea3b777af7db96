/** Embeddings over real HTTP, against a server in another process. */
import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import { modelServer, newModel } from "../../test/support/model";
import type { Fault, ModelServer } from "../../test/support/model-server";
import type { ProviderEndpoint } from "../lib/settings";
import { createEmbeddings, WIDTH, type Embedding } from "./embeddings";

const KEY = "sk-a-very-secret-key";
const texts = ["Gannets circled above the breakwater.", "Interest rates rose.", "A gannet circled."];

interface Body {
  readonly model: string;
  readonly input: string[];
  readonly dimensions?: number;
}

let provider: ModelServer;
let endpoint: ProviderEndpoint;

beforeAll(async () => {
  provider = await modelServer();
});
beforeEach(async () => {
  await provider.reset();
  endpoint = { apiKey: KEY, baseUrl: provider.baseUrl, model: newModel() };
});

const atOnce = { random: () => 0 };

function embedded(embedding: Embedding): Extract<Embedding, { kind: "embedded" }> {
  if (embedding.kind === "failed") throw new Error(`${embedding.cause}: ${embedding.reason}`);
  return embedding;
}

async function bodies(): Promise<Body[]> {
  const calls = await provider.calls({ route: "embeddings" });
  return calls.map((call) => JSON.parse(call.text) as Body);
}

function cosine(a: readonly number[] = [], b: readonly number[] = []): number {
  return a.reduce((sum, value, at) => sum + value * (b[at] ?? 0), 0);
}

type Said = { readonly times?: number; readonly containing?: string };

function refuses(status: number, message: string, said: Said = {}): Fault {
  return { kind: "status", on: "embeddings", status, body: { error: { message } }, ...said };
}

function answers(vectors: readonly (readonly number[])[], said: Said = {}): Fault {
  const body = { object: "list", data: vectors.map((embedding, index) => ({ index, embedding })) };
  return { kind: "status", on: "embeddings", status: 200, body, ...said };
}

function axis(width: number): number[] {
  return Array.from({ length: width }, (_, at) => (at === 0 ? 1 : 0));
}

describe("vectors", () => {
  test("are in the order of the texts, of unit length and full width, with the model's name", async () => {
    const { vectors, model } = embedded(await createEmbeddings(endpoint, texts));
    expect(model).toBe(endpoint.model);
    expect(vectors.map((vector) => vector.length)).toEqual([WIDTH, WIDTH, WIDTH]);
    for (const vector of vectors) expect(cosine(vector, vector)).toBeCloseTo(1, 7);
    expect(cosine(vectors[0], vectors[2])).toBeGreaterThan(cosine(vectors[0], vectors[1]) + 0.3);
    const alone = embedded(await createEmbeddings(endpoint, texts.slice(1, 2)));
    expect(cosine(alone.vectors[0], vectors[1])).toBeCloseTo(1, 7);
  });

  test("are requested at once, as plain numbers, without a width", async () => {
    embedded(await createEmbeddings(endpoint, texts));
    const [call] = await provider.calls();
    expect(call?.headers["authorization"]).toBe(`Bearer ${KEY}`);
    expect(await bodies()).toEqual([{ model: endpoint.model, input: texts, encoding_format: "float" }]);
  });

  test("are of texts with the prefix of their use, where the model wants one", async () => {
    const prefixes = { query: "query: ", document: "passage: " };
    embedded(await createEmbeddings({ ...endpoint, prefixes }, ["One."]));
    embedded(await createEmbeddings({ ...endpoint, prefixes }, ["Two?"], { use: "query" }));
    expect((await bodies()).map(({ input }) => input)).toEqual([["passage: One."], ["query: Two?"]]);
  });

  test("of no texts need no request", async () => {
    expect(embedded(await createEmbeddings(endpoint, [])).vectors).toEqual([]);
    expect(await provider.calls()).toEqual([]);
  });

  test("of many texts come from several requests, still in order", async () => {
    const many = Array.from({ length: 300 }, (_, at) => `Gannet number ${at}`);
    const { vectors } = embedded(await createEmbeddings(endpoint, many));
    expect(vectors).toHaveLength(300);
    expect((await bodies()).map((body) => body.input.length)).toEqual([...Array<number>(9).fill(32), 12]);
    const last = embedded(await createEmbeddings(endpoint, many.slice(299)));
    expect(cosine(vectors[299], last.vectors[0])).toBeCloseTo(1, 7);
  });
});

describe("a model with narrower vectors", () => {
  test("has them padded with zeros, which keeps the cosine", async () => {
    await provider.set([
      answers([
        [3, 4],
        [4, 3],
      ]),
    ]);
    const { vectors } = embedded(await createEmbeddings(endpoint, texts.slice(0, 2)));
    expect(vectors.map((vector) => vector.length)).toEqual([WIDTH, WIDTH]);
    expect(cosine(vectors[0], vectors[1])).toBeCloseTo(24 / 25, 7);
  });
});

describe("a model with wider vectors", () => {
  const wide = answers([axis(3072)]);
  const narrows: Fault = { kind: "healthy", on: "embeddings", containing: '"dimensions":1536' };
  const one = texts.slice(0, 1);

  test("is asked for the width from then on", async () => {
    await provider.set([narrows, wide]);
    expect(embedded(await createEmbeddings(endpoint, one)).vectors[0]).toHaveLength(WIDTH);
    embedded(await createEmbeddings(endpoint, one));
    expect((await bodies()).map((body) => body.dimensions)).toEqual([undefined, WIDTH, WIDTH]);
  });

  test("does not affect another model", async () => {
    await provider.set([narrows, wide]);
    embedded(await createEmbeddings(endpoint, one));
    await provider.reset();
    embedded(await createEmbeddings({ ...endpoint, model: "another" }, one));
    expect((await bodies())[0]).not.toHaveProperty("dimensions");
  });

  test("fails with its name where the provider ignores the width", async () => {
    await provider.set([wide]);
    for (const requests of [2, 3]) {
      expect(await createEmbeddings(endpoint, one)).toMatchObject({
        kind: "failed",
        cause: "refused",
        reason: `the model "${endpoint.model}" makes vectors 3072 wide, and its provider does not narrow them to 1536`,
        transient: false,
        blamesInput: false,
      });
      expect(await bodies()).toHaveLength(requests);
    }
  });

  test.each([
    ["says so", { error: { message: "The model does not support matryoshka representation" } }],
    ["says nothing", {}],
  ])(
    "fails with its name, without blaming the texts, where the provider refuses the width and %s",
    async (_, body) => {
      const long = ["x".repeat(4_000)];
      const refuses: Fault = {
        kind: "status",
        on: "embeddings",
        status: 400,
        body,
        containing: '"dimensions":1536',
      };
      await provider.set([refuses, wide]);
      for (const requests of [2, 3]) {
        expect(await createEmbeddings(endpoint, long)).toMatchObject({
          reason: expect.stringContaining(`"${endpoint.model}" makes vectors 3072 wide`) as string,
          status: 400,
          blamesInput: false,
        });
        expect(await bodies()).toHaveLength(requests);
      }
    },
  );

  test("is not blamed for a bad text once the width has worked", async () => {
    await provider.set([narrows, wide]);
    embedded(await createEmbeddings(endpoint, one));
    await provider.set([refuses(400, "Invalid 'input'")]);
    expect(await createEmbeddings(endpoint, one)).toMatchObject({
      reason: "the provider answered 400",
      blamesInput: true,
    });
  });
});

describe("a long text", () => {
  test("is truncated to 8,000 characters, at a code point", async () => {
    const long = `x${"🐦".repeat(5_000)}`;
    embedded(await createEmbeddings(endpoint, [long]));
    expect((await bodies())[0]?.input).toEqual([long.slice(0, 7_999)]);
  });

  test.each([
    [400, "the input length exceeds the context length"],
    [400, "This model's maximum context length is 8192 tokens, however you requested 9000 tokens"],
    [413, "`inputs` must have less than 512 tokens. Given: 700"],
    [500, "input (992 tokens) is too large to process. increase the physical batch size"],
  ])("is halved until it fits where the provider answers %i: %s", async (status, message) => {
    await provider.set([refuses(status, message, { containing: "x".repeat(3_001) })]);
    const short = "A gannet circled.";
    const { vectors } = embedded(await createEmbeddings(endpoint, ["x".repeat(9_000), short]));
    expect((await bodies()).map((body) => body.input.map((text) => text.length))).toEqual([
      [8_000, short.length],
      [8_000],
      [4_000],
      [2_000],
      [short.length],
    ]);
    expect(vectors).toHaveLength(2);
  });

  test("is the first suspect of a 400 without a message", async () => {
    const bare: Fault = { kind: "status", on: "embeddings", status: 400, body: {}, times: 1 };
    await provider.set([bare]);
    embedded(await createEmbeddings(endpoint, ["x".repeat(2_000)]));
    expect((await bodies()).map((body) => body.input[0]?.length)).toEqual([2_000, 1_000]);
  });

  test("does not shorten the other texts", async () => {
    await provider.set([refuses(400, "context length exceeded", { containing: "港".repeat(4_001) })]);
    const english = "x".repeat(7_600);
    embedded(await createEmbeddings(endpoint, [english, "港".repeat(8_000), english]));
    const sent = (await bodies()).map((body) => body.input.map((text) => text.length));
    expect(sent).toEqual([[7_600, 8_000, 7_600], [7_600, 8_000], [7_600], [8_000], [4_000], [7_600]]);
  });

  test("after another sets the limit of this call and of later ones", async () => {
    await provider.set([refuses(400, "context length exceeded", { containing: "x".repeat(4_001) })]);
    const long = "x".repeat(8_000);
    embedded(await createEmbeddings(endpoint, [long]));
    embedded(await createEmbeddings(endpoint, [long, long, "A gannet circled."]));
    embedded(await createEmbeddings(endpoint, [long]));
    const sent = (await bodies()).map((body) => body.input.map((text) => text.length));
    expect(sent).toEqual([
      [8_000],
      [4_000],
      [8_000, 8_000, 17],
      [8_000, 8_000],
      [8_000],
      [4_000],
      [4_000],
      [17],
      [4_000],
    ]);
  });

  test("in a script of denser tokens sets no limit for others", async () => {
    await provider.set([refuses(400, "context length exceeded", { containing: "港".repeat(4_001) })]);
    const dense = "港".repeat(8_000);
    for (let text = 0; text < 2; text += 1) embedded(await createEmbeddings(endpoint, [dense]));
    await provider.forgetCalls();
    embedded(await createEmbeddings(endpoint, [dense, "x".repeat(8_000)]));
    expect((await bodies()).map((body) => body.input.map((text) => text.length))).toEqual([[4_000, 8_000]]);
  });

  test("is not shortened after another refusal", async () => {
    await provider.set([refuses(400, "'$.input' is invalid")]);
    expect(await createEmbeddings(endpoint, ["x".repeat(2_000)])).toMatchObject({ blamesInput: true });
    expect(await bodies()).toHaveLength(1);
  });

  test.each([400, 500])("fails where even 500 characters are refused: %i", async (status) => {
    await provider.set([refuses(status, "context length exceeded")]);
    expect(await createEmbeddings(endpoint, ["x".repeat(1_500)])).toMatchObject({
      kind: "failed",
      cause: "refused",
      reason: `a text is too long for the model (the provider answered ${status})`,
      transient: false,
      status,
      blamesInput: true,
    });
    expect((await bodies()).map((body) => body.input[0]?.length)).toEqual([1_500, 750, 500]);
  });
});

describe("a request that is too large", () => {
  const many = Array.from({ length: 40 }, (_, at) => `Gannet number ${at}`);
  const counts = async () => (await bodies()).map((body) => body.input.length);

  test.each([413, 422])("in texts is halved, and so are later ones: %i", async (status) => {
    const message = "batch size 32 > maximum allowed batch size 16";
    await provider.set([refuses(status, message, { containing: "number 31", times: 1 })]);
    expect(embedded(await createEmbeddings(endpoint, many)).vectors).toHaveLength(40);
    embedded(await createEmbeddings(endpoint, many));
    expect(await counts()).toEqual([32, 16, 16, 8, 16, 16, 8]);
  });

  test("in tokens is halved, and no text is shortened", async () => {
    const message = "Requested 30400 tokens, max 20000 tokens per request";
    await provider.set([refuses(400, message, { times: 1 })]);
    const long = Array<string>(4).fill("x".repeat(7_600));
    embedded(await createEmbeddings(endpoint, long));
    embedded(await createEmbeddings(endpoint, long));
    expect((await bodies()).map((body) => body.input.map((text) => text.length))).toEqual([
      Array<number>(4).fill(7_600),
      ...Array<number[]>(4).fill([7_600, 7_600]),
    ]);
  });
});

describe("a server that refuses encoding_format", () => {
  test("is asked without it from then on", async () => {
    await provider.set([
      refuses(400, "Unsupported parameter: encoding_format", { containing: "encoding_format" }),
    ]);
    embedded(await createEmbeddings(endpoint, texts));
    embedded(await createEmbeddings(endpoint, texts));
    const sent = (await bodies()).map((body) => Object.keys(body).sort());
    expect(sent).toEqual([
      ["encoding_format", "input", "model"],
      ["input", "model"],
      ["input", "model"],
    ]);
  });
});

describe("a refusal", () => {
  test.each([400, 422])("with %i may be a text's fault and is not retried", async (status) => {
    await provider.set([refuses(status, "'$.input' is invalid")]);
    expect(await createEmbeddings(endpoint, texts)).toMatchObject({
      kind: "failed",
      cause: "refused",
      reason: `the provider answered ${status}`,
      transient: false,
      status,
      blamesInput: true,
    });
    expect(await bodies()).toHaveLength(1);
  });

  test.each([
    [400, "API key not valid. Please pass a valid API key."],
    [400, "this model does not support embeddings"],
    [401, "Incorrect API key provided"],
    [403, "Forbidden"],
    [404, "The model `gull` does not exist"],
  ])("with %i is no text's fault: %s", async (status, message) => {
    await provider.set([refuses(status, message)]);
    expect(await createEmbeddings(endpoint, texts)).toMatchObject({
      cause: "refused",
      status,
      blamesInput: false,
    });
    expect(await bodies()).toHaveLength(1);
  });

  test("of one batch fails the call", async () => {
    await provider.set([refuses(400, "'$.input' is invalid", { containing: "number 40" })]);
    const many = Array.from({ length: 64 }, (_, at) => `Gannet number ${at}`);
    expect(await createEmbeddings(endpoint, many)).toMatchObject({ kind: "failed", blamesInput: true });
  });

  test("names neither the key nor a text, even where the provider quotes them", async () => {
    const quoting = { message: `Wrong key ${KEY} for ${texts[0]}`, code: KEY, type: texts[0] };
    for (const status of [400, 401, 413, 500]) {
      await provider.set([{ kind: "status", on: "embeddings", status, body: { error: quoting } }]);
      const said = JSON.stringify(await createEmbeddings(endpoint, texts, atOnce));
      expect(said).toContain(String(status));
      expect(said).not.toContain(KEY);
      expect(said).not.toContain("Gannets");
    }
  });
});

describe("the host's own embedder", () => {
  test("gives the reason itself", async () => {
    await provider.set([refuses(503, "it is being downloaded")]);
    const embedding = await createEmbeddings({ ...endpoint, isLocal: true }, texts, { retries: 0 });
    expect(embedding).toMatchObject({ kind: "failed", reason: "it is being downloaded", said: "" });
  });
});

describe("a transient failure", () => {
  test.each([429, 500, 503])("with %i is retried twice", async (status) => {
    await provider.set([refuses(status, "Slow down", { times: 2 })]);
    embedded(await createEmbeddings(endpoint, texts, atOnce));
    expect(await bodies()).toHaveLength(3);
  });

  test.each(["hang-up", "truncated"] as const)("may be a truncated response: %s", async (kind) => {
    await provider.set([{ kind, on: "embeddings", times: 2 }]);
    embedded(await createEmbeddings(endpoint, texts, atOnce));
    expect(await bodies()).toHaveLength(3);
  });

  test("has the delay that the provider asks for", async () => {
    const headers = { "retry-after": "3600" };
    await provider.set([{ kind: "status", on: "embeddings", status: 429, headers }]);
    expect(await createEmbeddings(endpoint, texts)).toMatchObject({
      kind: "failed",
      transient: true,
      status: 429,
      retryAfterMs: 3_600_000,
      blamesInput: false,
    });
  });
});

describe("an unusable response", () => {
  test("may be a page instead of vectors", async () => {
    const headers = { "content-type": "text/html" };
    await provider.set([
      { kind: "status", on: "embeddings", status: 200, headers, body: "<h1>Welcome</h1>" },
    ]);
    expect(await createEmbeddings(endpoint, texts)).toMatchObject({
      cause: "malformed",
      reason: "the provider's response was no list of embeddings",
      blamesInput: false,
    });
  });

  test("is parsed as JSON whatever its content type", async () => {
    const body = JSON.stringify({ data: [{ index: 0, embedding: [3, 4] }] });
    const headers = { "content-type": "text/plain" };
    await provider.set([{ kind: "status", on: "embeddings", status: 200, headers, body }]);
    expect(embedded(await createEmbeddings(endpoint, texts.slice(0, 1))).vectors[0]?.slice(0, 2)).toEqual([
      0.6, 0.8,
    ]);
  });

  test("may be an error in a successful response", async () => {
    const body = { error: { code: 404, message: "No such model" } };
    await provider.set([{ kind: "status", on: "embeddings", status: 200, body }]);
    expect(await createEmbeddings(endpoint, texts)).toMatchObject({
      cause: "refused",
      status: 404,
      blamesInput: false,
    });
  });

  test("may be a vector of zeros, which may be a text's fault", async () => {
    await provider.set([
      answers([
        [1, 0],
        [0, 0],
        [0, 1],
      ]),
    ]);
    expect(await createEmbeddings(endpoint, texts)).toMatchObject({ cause: "malformed", blamesInput: true });
  });
});

describe("time and calls", () => {
  test("end for a server that does not answer", async () => {
    await provider.hold();
    expect(await createEmbeddings(endpoint, texts, { timeoutMs: 200 })).toMatchObject({ cause: "timeout" });
    await provider.seen(1, { end: "abandoned" });
  });

  test("end when the caller aborts, and so does the request", async () => {
    await provider.hold();
    const controller = new AbortController();
    const embedding = createEmbeddings(endpoint, texts, { signal: controller.signal });
    await provider.seen(1);
    controller.abort();
    expect(await embedding).toMatchObject({ kind: "failed", cause: "aborted", transient: false });
    await provider.seen(1, { end: "abandoned" });
  });

  test("never exceed the caller's limit", async () => {
    await provider.set([refuses(400, "context length exceeded")]);
    await createEmbeddings(endpoint, ["x".repeat(8_000)], { maxCalls: 2 });
    expect(await bodies()).toHaveLength(2);
  });
});
