/** Functions and modules as Convex's tools name them. */
import type { LoadedFunction } from "../types";

const KINDS = { query: "Query", mutation: "Mutation", action: "Action", httpAction: "HttpAction" } as const;

/** The kind of a function. */
export function udfTypeOf({ kind }: Pick<LoadedFunction, "kind">): string {
  return KINDS[kind];
}

/** A function's name with its module's path: `folder/module.js:export`. */
export function moduleAndExport(name: string): string {
  const { module, exported } = splitName(name);
  return `${module}:${exported}`;
}

/** A module's path, `folder/module.js`, and the name of the export. */
export function splitName(name: string): { readonly module: string; readonly exported: string } {
  const colon = name.lastIndexOf(":");
  return { module: `${name.slice(0, colon)}.js`, exported: name.slice(colon + 1) };
}
