/** What the embedder and its process tell each other. */

/** One file of a model's repository. */
export interface ModelFile {
  /** In the repository. */
  readonly path: string;
  readonly bytes: number;
  readonly sha256: string;
}

/** A sentence-embedding model and how its card says to use it. */
export interface LocalModel {
  readonly name: string;
  /** The vector of a text: the mean over its tokens, or its first token's. */
  readonly pooling: "mean" | "cls";
  /** Of a longer text only so many tokens count. */
  readonly maxTokens: number;
}

/** The files of a model at one revision. The first is the network, the second `tokenizer.json`. */
export interface Download {
  /** The address of a revision, to which a file's path is added. */
  readonly baseUrl: string;
  readonly files: readonly ModelFile[];
}

export interface LoadOptions {
  readonly model: LocalModel;
  /** The folder with an ONNX file and `tokenizer.json`. */
  readonly folder: string;
  /** Where missing files come from; null for a folder that a person has filled. */
  readonly download: Download | null;
  /** The folder below which the optional packages may be installed. */
  readonly packages: string;
  /** The command that installs them. */
  readonly install: string;
  /** Threads that compute. */
  readonly threads: number;
}

export type EmbedderRequest =
  /** First of all, once. */
  | ({ readonly kind: "load" } & LoadOptions)
  | { readonly kind: "embed"; readonly id: number; readonly texts: readonly string[] }
  /** Nobody waits for the answer any more. */
  | { readonly kind: "cancel"; readonly id: number };

export type EmbedderEvent =
  | { readonly kind: "downloading"; readonly bytes: number; readonly total: number }
  /** Every file is there. */
  | { readonly kind: "loading" }
  | { readonly kind: "ready" }
  /** It can't embed, and ends. */
  | { readonly kind: "failed"; readonly reason: string }
  /** `body`: the answer as the OpenAI protocol has it. */
  | { readonly kind: "embedded"; readonly id: number; readonly body: string }
  | { readonly kind: "refused"; readonly id: number; readonly reason: string };

/** A failure that its message explains to the operator. */
export class EmbedderError extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = "EmbedderError";
  }
}
