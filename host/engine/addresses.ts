/** Which function a call means: by name, by a component's reference, or by a handle. */
import type { FunctionAddress, FunctionKind, LoadedApp, LoadedFunction } from "../types";
import { failedCall, type CallResult } from "./errors";

/** The part of a syscall's arguments that names a function: exactly one of these. */
export interface AddressArgs {
  readonly name?: string;
  readonly reference?: string;
  readonly functionHandle?: string;
}

const HANDLE = "function://";
const CHILD = "_reference/childComponent/";

/** The address that a call from within a component means. Throws where it names nothing. */
export function resolveAddress(app: LoadedApp, componentPath: string, args: AddressArgs): FunctionAddress {
  if (args.name !== undefined) return { componentPath, name: functionName(args.name) };
  if (args.functionHandle !== undefined) return parseHandle(args.functionHandle);
  const reference = args.reference ?? "";
  if (!reference.startsWith(CHILD)) throw new Error(`Unknown function reference "${reference}".`);
  const [child = "", ...path] = reference.slice(CHILD.length).split("/");
  const childPath = app.components.get(componentPath)?.children.get(child);
  if (childPath === undefined) {
    throw new Error(
      `Component "${child}" is not installed: ${reference} can't be resolved. Is it in convex.config.ts?`,
    );
  }
  const exported = path.pop();
  if (exported === undefined || path.length === 0)
    throw new Error(`Function reference "${reference}" names no function.`);
  const name = `${path.join("/")}:${exported}`;
  // What is internal to a component is hidden from the one that installs it, too.
  if (app.components.get(childPath)?.functions.get(name)?.visibility !== "public")
    throw new Error(`Child component "${child}" does not export "${name}".`);
  return { componentPath: childPath, name };
}

/** A handle stays valid for good, since components keep handles in their tables: its form must never change. */
export function functionHandle({ componentPath, name }: FunctionAddress): string {
  return `${HANDLE}${componentPath};${name}`;
}

function parseHandle(handle: string): FunctionAddress {
  const separator = handle.indexOf(";");
  if (!handle.startsWith(HANDLE) || separator < 0)
    throw new Error(`"${handle}" is no function handle of this host.`);
  return { componentPath: handle.slice(HANDLE.length, separator), name: handle.slice(separator + 1) };
}

/**
 * `folder/module:export` from the forms in which callers, clients and crons name a function: with or without ".js", without
 * an export for the default one. No other extension is ignored, for Convex knows none.
 */
export function functionName(name: string): string {
  const colon = name.lastIndexOf(":");
  const module = colon < 0 ? name : name.slice(0, colon);
  return `${module.replace(/\.js$/, "")}:${colon < 0 ? "default" : name.slice(colon + 1)}`;
}

/** The function at an address, or why the caller may not have it as one of `kinds`. */
export function findFunction(
  app: LoadedApp,
  address: FunctionAddress,
  kinds: readonly FunctionKind[],
  visibility: "public" | "any",
): { readonly ok: true; readonly fn: LoadedFunction } | (CallResult & { ok: false }) {
  const name = functionName(address.name);
  const fn = app.components.get(address.componentPath)?.functions.get(name);
  const hidden = visibility === "public" && (address.componentPath !== "" || fn?.visibility !== "public");
  if (fn === undefined || hidden) {
    const where = address.componentPath === "" || hidden ? "" : ` in component "${address.componentPath}"`;
    return failedCall(
      `Could not find ${visibility === "public" ? "public " : ""}function for '${name.replace(/:default$/, "")}'${where}. ` +
        "Did you forget to run `npx convex dev`?",
    );
  }
  if (!kinds.includes(fn.kind)) {
    return failedCall(
      `Trying to execute ${name} as ${spoken(kinds)}, but it is defined as a ${capital(fn.kind)}.`,
    );
  }
  return { ok: true, fn };
}

function spoken(kinds: readonly FunctionKind[]): string {
  return kinds.map(capital).join(" or ");
}

function capital(kind: FunctionKind): string {
  return kind.charAt(0).toUpperCase() + kind.slice(1);
}
