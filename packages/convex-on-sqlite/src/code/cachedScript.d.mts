import type { OutputFile, transform } from "esbuild";

export const SCRIPT_FORMAT: {
  readonly format: "cjs";
  readonly banner: string;
  readonly footer: string;
  readonly define: { readonly "import.meta.url": string };
  readonly supported: { readonly "dynamic-import": false };
};
export function asScripts(
  files: readonly OutputFile[],
  transform: typeof transform,
  define?: Readonly<Record<string, string>>,
): Promise<readonly { readonly path: string; readonly contents: Uint8Array }[]>;
export function runScript(
  url: string,
  globals: Readonly<Record<string, unknown>>,
): Readonly<Record<string, unknown>>;
