/** Settings of embeddings that are computed on this machine. */
import { expect, test } from "vitest";
import { readConfig } from "./config";

const ROOT = "/srv/agent";
const read = (variables: Record<string, string> = {}) =>
  readConfig({ EMBEDDING_PROVIDER: "local", ...variables }, ROOT);

test("nothing is computed here by default", () => {
  expect(readConfig({ EMBEDDING_API_KEY: "key" }, ROOT).host.embedding).toBeNull();
  expect(readConfig({ EMBEDDING_PROVIDER: "openai" }, ROOT).settings.embedding).toBeNull();
});

test("the small model is downloaded at one revision into the data", () => {
  const { host, settings } = read();
  expect(host.embedding?.load).toMatchObject({
    model: { name: "all-MiniLM-L6-v2", pooling: "mean", maxTokens: 256 },
    folder: "/srv/agent/.data/models/all-MiniLM-L6-v2",
    packages: "/srv/agent/.data/packages",
    threads: 1,
  });
  expect(host.embedding?.load.download?.baseUrl).toMatch(
    /^https:\/\/huggingface\.co\/Xenova\/all-MiniLM-L6-v2\/resolve\/[0-9a-f]{40}$/,
  );
  expect(settings.embedding).toMatchObject({ isLocal: true, model: "all-MiniLM-L6-v2" });
});

test("a model gets the prefixes of its card, unless others are set", () => {
  const model = { EMBEDDING_MODEL: "multilingual-e5-small" };
  expect(read(model).settings.embedding?.prefixes).toEqual({ query: "query: ", document: "passage: " });
  const own = { ...model, EMBEDDING_QUERY_PREFIX: "ask: " };
  expect(read(own).settings.embedding?.prefixes).toEqual({ query: "ask: ", document: "passage: " });
});

test("a folder is read without any network, and its name is the model's", () => {
  const { load } = read({ EMBEDDING_MODEL_PATH: "models/my-model" }).host.embedding ?? {};
  expect(load).toMatchObject({ folder: "/srv/agent/models/my-model", download: null });
  expect(load?.model).toEqual({ name: "my-model", pooling: "mean", maxTokens: 512 });
  const known = { EMBEDDING_MODEL_PATH: "/m", EMBEDDING_MODEL: "bge-small-en-v1.5" };
  expect(read(known).host.embedding?.load.model).toMatchObject({ pooling: "cls" });
});

test("a mirror has the same paths", () => {
  const mirror = { EMBEDDING_MODEL_URL: "http://mirror.example/hub/" };
  expect(read(mirror).host.embedding?.load.download?.baseUrl).toMatch(
    /^http:\/\/mirror\.example\/hub\/Xenova\//,
  );
});

test.each([
  ["EMBEDDING_MODEL", "gpt", "must be one of all-MiniLM-L6-v2"],
  ["EMBEDDING_MODEL_URL", "mirror", "must be an http or https address"],
  ["EMBEDDING_THREADS", "0", "must be a whole number from 1"],
  ["EMBEDDING_PROVIDER", "here", "must be openai or local"],
])("%s=%s is refused", (name, value, said) => {
  expect(() => read({ [name]: value })).toThrow(said);
});
