/** A loaded model: texts in, vectors out. */
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { loadPackages, type Onnx, type OnnxSession, type OnnxTensor, type Tokenizer } from "./packages";
import { batchesOf, pooled, truncated, type HiddenStates } from "./pooling";
import { EmbedderError, type LoadOptions, type LocalModel } from "./protocol";

/** Where exports of sentence-embedding models have their network; int8 first. */
const NETWORKS = ["model_quantized.onnx", "onnx/model_quantized.onnx", "model.onnx", "onnx/model.onnx"];

/** A text that is being embedded: its place among the texts, and its tokens. */
interface Tokens {
  readonly index: number;
  readonly ids: readonly number[];
}

export interface Embedded {
  readonly vectors: readonly (readonly number[])[];
  readonly tokens: number;
}

export class EmbeddingSession {
  readonly #onnx: Onnx;
  readonly #session: OnnxSession;
  readonly #tokenizer: Tokenizer;
  readonly #model: LocalModel;

  private constructor(onnx: Onnx, session: OnnxSession, tokenizer: Tokenizer, model: LocalModel) {
    this.#onnx = onnx;
    this.#session = session;
    this.#tokenizer = tokenizer;
    this.#model = model;
  }

  /** @throws {EmbedderError} where a package or a file is missing or broken, or the vectors are none */
  static async load(options: LoadOptions): Promise<EmbeddingSession> {
    const { model, folder, threads } = options;
    const { onnx, tokenizers } = loadPackages(options);
    const network = NETWORKS.map((name) => join(folder, name)).find(existsSync);
    const tokenizerFile = join(folder, "tokenizer.json");
    if (network === undefined || !existsSync(tokenizerFile))
      throw new EmbedderError(
        `${folder} holds no ${network === undefined ? "model.onnx" : "tokenizer.json"}`,
      );
    const loaded = await explained(`the model in ${folder} can't be loaded`, async () => {
      const tokenizer = new tokenizers.Tokenizer(
        JSON.parse(readFileSync(tokenizerFile, "utf8")) as object,
        {},
      );
      const session = await onnx.InferenceSession.create(network, {
        intraOpNumThreads: threads,
        interOpNumThreads: 1,
        executionMode: "sequential",
        // The arena keeps what the largest batch took, and was no faster.
        enableCpuMemArena: false,
        enableMemPattern: false,
        logSeverityLevel: 3,
      });
      return new EmbeddingSession(onnx, session, tokenizer, model);
    });
    await explained(`the model in ${folder} makes no vectors`, () => loaded.embed(["How are you?"]));
    return loaded;
  }

  /** Vectors of unit length, in the order of the texts. `between` runs before each batch: it may let others go first. */
  async embed(texts: readonly string[], between: () => Promise<void> = async () => {}): Promise<Embedded> {
    const tokens = texts.map((text, index): Tokens => ({
      index,
      ids: truncated(this.#tokenizer.encode(text).ids, this.#model.maxTokens),
    }));
    const vectors: (readonly number[])[] = [];
    for (const batch of batchesOf(tokens.map(({ ids }) => ids.length))) {
      await between();
      const rows = batch.flatMap((index) => tokens[index] ?? []);
      const states = await this.#run(rows.map(({ ids }) => ids));
      const found = pooled(states, rows.map(({ ids }) => ids.length), this.#model.pooling); // prettier-ignore
      for (const [row, { index }] of rows.entries()) vectors[index] = found[row] ?? [];
    }
    return { vectors, tokens: tokens.reduce((sum, { ids }) => sum + ids.length, 0) };
  }

  async #run(rows: readonly (readonly number[])[]): Promise<HiddenStates> {
    const length = Math.max(...rows.map((ids) => ids.length));
    const matrix = (valueOf: (id: number) => number): OnnxTensor => {
      const values = new BigInt64Array(rows.length * length);
      for (const [row, ids] of rows.entries())
        for (const [at, id] of ids.entries()) values[row * length + at] = BigInt(valueOf(id));
      return new this.#onnx.Tensor("int64", values, [rows.length, length]);
    };
    // Padding is 0 in every one of them: what the mask hides counts for nothing.
    const inputs: Readonly<Record<string, () => OnnxTensor>> = {
      input_ids: () => matrix((id) => id),
      attention_mask: () => matrix(() => 1),
      token_type_ids: () => matrix(() => 0),
    };
    const feeds: Record<string, OnnxTensor> = {};
    for (const name of this.#session.inputNames) {
      const input = inputs[name];
      if (input === undefined) throw new EmbedderError(`the network wants the unknown input ${name}`);
      feeds[name] = input();
    }
    const output = (await this.#session.run(feeds)).last_hidden_state;
    const [, , width = 0] = output?.dims ?? [];
    if (!(output?.data instanceof Float32Array) || width === 0)
      throw new EmbedderError("the network has no output last_hidden_state of float32 numbers");
    return { data: output.data, rows: rows.length, length, width };
  }
}

async function explained<T>(what: string, body: () => Promise<T>): Promise<T> {
  try {
    return await body();
  } catch (cause) {
    const [first = ""] = String(cause instanceof Error ? cause.message : cause).split("\n");
    throw new EmbedderError(`${what} (${first})`, { cause });
  }
}
