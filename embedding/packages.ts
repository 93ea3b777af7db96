/** The optional packages that compute embeddings, wherever the operator has installed them. */
import { createRequire } from "node:module";
import { join } from "node:path";
import { EmbedderError, type LoadOptions } from "./protocol";

/** The part of onnxruntime-node that is used. */
export interface Onnx {
  readonly InferenceSession: {
    create(path: string, options: Readonly<Record<string, unknown>>): Promise<OnnxSession>;
  };
  readonly Tensor: new (type: "int64", data: BigInt64Array, dims: readonly number[]) => OnnxTensor;
}
export interface OnnxSession {
  readonly inputNames: readonly string[];
  run(feeds: Readonly<Record<string, OnnxTensor>>): Promise<Readonly<Record<string, OnnxTensor>>>;
}
export interface OnnxTensor {
  readonly data: unknown;
  readonly dims: readonly number[];
}

/** The part of @huggingface/tokenizers that is used. */
interface Tokenizers {
  readonly Tokenizer: new (json: object, config: object) => Tokenizer;
}
export interface Tokenizer {
  encode(text: string): { readonly ids: readonly number[] };
}

export interface Packages {
  readonly onnx: Onnx;
  readonly tokenizers: Tokenizers;
}

const ONNX = "onnxruntime-node";
const TOKENIZERS = "@huggingface/tokenizers";

/** Node looks into the folder's node_modules and those of the folders above it, then above this module. */
function requires(folder: string): NodeJS.Require[] {
  return [createRequire(join(folder, "package.json")), createRequire(import.meta.url)];
}

/** Whether both are installed. */
export function areInstalled(folder: string): boolean {
  return [ONNX, TOKENIZERS].every((name) => resolvedIn(folder, name) !== null);
}

function resolvedIn(folder: string, name: string): { require: NodeJS.Require; path: string } | null {
  for (const require of requires(folder)) {
    try {
      return { require, path: require.resolve(name) };
    } catch {
      // Not from there.
    }
  }
  return null;
}

type Where = Pick<LoadOptions, "packages" | "install">;

/** @throws {EmbedderError} where one is missing, or has no build for this platform */
export function loadPackages(where: Where): Packages {
  // What the packages export is known from their documentation alone, since they may be missing.
  return { onnx: load(where, ONNX) as Onnx, tokenizers: load(where, TOKENIZERS) as Tokenizers };
}

function load(where: Where, name: string): unknown {
  const found = resolvedIn(where.packages, name);
  if (found === null) throw new EmbedderError(notInstalled(where));
  try {
    return found.require(found.path);
  } catch (cause) {
    const [first = ""] = String(cause instanceof Error ? cause.message : cause).split("\n");
    throw new EmbedderError(`${name} does not load on this machine (${first})`, { cause });
  }
}

export function notInstalled({ install }: Pick<Where, "install">): string {
  return `its packages are not installed: ${install}`;
}
