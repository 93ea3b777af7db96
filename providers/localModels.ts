/** Embedding models that the service runs on its own machine: where their files are, and how their cards say to use them. */

export interface KnownModel {
  readonly name: string;
  /** A repository on Hugging Face, at one revision. */
  readonly repository: string;
  readonly revision: string;
  /** The network first, then the tokenizer. */
  readonly files: readonly { readonly path: string; readonly bytes: number; readonly sha256: string }[];
  readonly dimensions: number;
  readonly pooling: "mean" | "cls";
  readonly maxTokens: number;
  /** What the model was trained to see before a question, and before a text that may answer it. */
  readonly queryPrefix: string;
  readonly documentPrefix: string;
  readonly languages: string;
  readonly licence: string;
}

/** All are exports to int8, which take a quarter of the space. Revisions and checksums are as several projects have pinned them. */
export const LOCAL_MODELS: readonly [KnownModel, ...KnownModel[]] = [
  {
    name: "all-MiniLM-L6-v2",
    repository: "Xenova/all-MiniLM-L6-v2",
    revision: "751bff37182d3f1213fa05d7196b954e230abad9",
    files: [
      {
        path: "onnx/model_quantized.onnx",
        bytes: 22_972_370,
        sha256: "afdb6f1a0e45b715d0bb9b11772f032c399babd23bfc31fed1c170afc848bdb1",
      },
      {
        path: "tokenizer.json",
        bytes: 711_661,
        sha256: "da0e79933b9ed51798a3ae27893d3c5fa4a201126cef75586296df9b4d2c62a0",
      },
    ],
    dimensions: 384,
    pooling: "mean",
    maxTokens: 256,
    queryPrefix: "",
    documentPrefix: "",
    languages: "English",
    licence: "Apache-2.0",
  },
  {
    name: "multilingual-e5-small",
    repository: "Xenova/multilingual-e5-small",
    revision: "761b726dd34fb83930e26aab4e9ac3899aa1fa78",
    files: [
      {
        path: "onnx/model_quantized.onnx",
        bytes: 118_308_185,
        sha256: "f80102d3f2a1229f387d3c81909990d8945513e347b0eab049f7de3c6f98c193",
      },
      {
        path: "tokenizer.json",
        bytes: 17_082_730,
        sha256: "0b44a9d7b51c3c62626640cda0e2c2f70fdacdc25bbbd68038369d14ebdf4c39",
      },
    ],
    dimensions: 384,
    pooling: "mean",
    maxTokens: 512,
    queryPrefix: "query: ",
    documentPrefix: "passage: ",
    languages: "about 100",
    licence: "MIT",
  },
  {
    name: "paraphrase-multilingual-MiniLM-L12-v2",
    repository: "Xenova/paraphrase-multilingual-MiniLM-L12-v2",
    revision: "2c4055b12046f11709e9df2c122e59ffbdc2f900",
    files: [
      {
        path: "onnx/model_quantized.onnx",
        bytes: 118_308_126,
        sha256: "66fc00f5f29afcaff34092e1bdd20008ca3918265a82fb9695a551e510cc4ebc",
      },
      {
        path: "tokenizer.json",
        bytes: 17_082_913,
        sha256: "b60b6b43406a48bf3638526314f3d232d97058bc93472ff2de930d43686fa441",
      },
    ],
    dimensions: 384,
    pooling: "mean",
    maxTokens: 128,
    queryPrefix: "",
    documentPrefix: "",
    languages: "about 50",
    licence: "Apache-2.0",
  },
  {
    name: "bge-small-en-v1.5",
    repository: "Xenova/bge-small-en-v1.5",
    revision: "ea104dacec62c0de699686887e3f920caeb4f3e3",
    files: [
      {
        path: "onnx/model_quantized.onnx",
        bytes: 34_014_426,
        sha256: "6c9c6101a956d62dfb5e7190c538226c0c5bb9cb27b651234b6df063ee7dbfe4",
      },
      {
        path: "tokenizer.json",
        bytes: 711_396,
        sha256: "d241a60d5e8f04cc1b2b3e9ef7a4921b27bf526d9f6050ab90f9267a1f9e5c66",
      },
    ],
    dimensions: 384,
    pooling: "cls",
    maxTokens: 512,
    queryPrefix: "Represent this sentence for searching relevant passages: ",
    documentPrefix: "",
    languages: "English",
    licence: "MIT",
  },
];

export const DEFAULT_LOCAL_MODEL: string = LOCAL_MODELS[0].name;

export function localModel(name: string): KnownModel | null {
  return LOCAL_MODELS.find((model) => model.name === name) ?? null;
}

/** The size of a model's files, such as `24 MB`. */
export function sizeOf({ files }: KnownModel): string {
  return `${Math.round(files.reduce((sum, { bytes }) => sum + bytes, 0) / 1_000_000)} MB`;
}

/**
 * The command that installs into a folder what computes embeddings. The versions are those that were tried. Scripts stay off: the
 * one of onnxruntime-node only fetches libraries for graphics cards, from another place than the registry.
 */
export function installCommand(folder: string): string {
  return `npm install --ignore-scripts --prefix ${folder} onnxruntime-node@1.30 @huggingface/tokenizers@0.2`;
}

/** What to do for search by meaning without a key, where the folder of the data is the usual one. */
export const LOCAL_OFFER = `on this machine: ${installCommand(".data/packages")}, then EMBEDDING_PROVIDER=local`;
