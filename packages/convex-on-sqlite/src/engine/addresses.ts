/** Resolves which function a call refers to: by name, by a component's reference, or by a handle. */
import type { FunctionAddress, FunctionKind, LoadedApp, LoadedFunction, Visibility } from "../types";
import { failedCall, type CallResult } from "./errors";

/** The part of a syscall's arguments that names a function: exactly one of these. */
export interface AddressArgs {
  readonly name?: string;
  readonly reference?: string;
  readonly functionHandle?: string;
}

const HANDLE_PREFIX = "function://";
const CHILD_PREFIX = "_reference/childComponent/";

/** Resolves the target of a call made in a component. Throws if the reference is unknown. */
export function resolveAddress(app: LoadedApp, componentPath: string, args: AddressArgs): FunctionAddress {
  if (args.name !== undefined) return { componentPath, name: functionName(args.name) };
  if (args.functionHandle !== undefined) return parseHandle(args.functionHandle);
  const reference = args.reference ?? "";
  if (!reference.startsWith(CHILD_PREFIX)) throw new Error(`Unknown function reference "${reference}".`);
  const [child = "", ...path] = reference.slice(CHILD_PREFIX.length).split("/");
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
  // A component's internal functions are hidden from its parent as well.
  if (app.components.get(childPath)?.functions.get(name)?.visibility !== "public")
    throw new Error(`Child component "${child}" does not export "${name}".`);
  return { componentPath: childPath, name };
}

/** Components store handles in their tables, so a handle must stay valid forever: never change its format. */
export function functionHandle({ componentPath, name }: FunctionAddress): string {
  return `${HANDLE_PREFIX}${componentPath};${name}`;
}

function parseHandle(handle: string): FunctionAddress {
  const separator = handle.indexOf(";");
  if (!handle.startsWith(HANDLE_PREFIX) || separator < 0)
    throw new Error(`"${handle}" is not a function handle of this host.`);
  return { componentPath: handle.slice(HANDLE_PREFIX.length, separator), name: handle.slice(separator + 1) };
}

/**
 * Normalizes a function name, as callers, clients and crons write it, to `folder/module:export`: ".js" is removed, and a
 * missing export means the default one. No other extension is removed, because Convex doesn't either.
 */
export function functionName(name: string): string {
  const colon = name.lastIndexOf(":");
  const module = colon < 0 ? name : name.slice(0, colon);
  return `${module.replace(/\.js$/, "")}:${colon < 0 ? "default" : name.slice(colon + 1)}`;
}

/** Finds the function at an address, or explains why the caller can't use it as one of `kinds`. */
export function findFunction(
  app: LoadedApp,
  address: FunctionAddress,
  kinds: readonly FunctionKind[],
  visibility: Visibility,
): { readonly ok: true; readonly fn: LoadedFunction } | (CallResult & { ok: false }) {
  const name = functionName(address.name);
  if (visibility === "admin" && isSystemName(name)) return findSystemFunction(app, { ...address, name });
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
      `Trying to execute ${name} as ${formatKinds(kinds)}, but it is defined as a ${capitalize(fn.kind)}.`,
    );
  }
  return { ok: true, fn };
}

/** Whether a name is one of the admin interface's own functions. */
export function isSystemName(name: string): boolean {
  return name.startsWith("_system/");
}

/** The CLI prints the rest of a query's error that begins like this, and exits. After other errors it waits forever. */
export const ENDS_CLI = "You do not have permission to perform this operation: ";

function findSystemFunction(
  app: LoadedApp,
  address: FunctionAddress,
): { readonly ok: true; readonly fn: LoadedFunction } | (CallResult & { ok: false }) {
  const { componentPath, name } = address;
  if (!app.components.has(componentPath)) {
    const known = [...app.components.keys()].filter((path) => path !== "").join(", ") || "none";
    const prefix = name.startsWith("_system/cli/") ? ENDS_CLI : "";
    return failedCall(`${prefix}The app has no component "${componentPath}". Its components: ${known}.`);
  }
  const fn = app.system?.get(name);
  if (fn !== undefined) return { ok: true, fn: { ...fn, address } };
  return failedCall(
    `This host does not serve "${name.replace(/:default$/, "")}": its admin interface reads, runs functions and imports. ` +
      "To change single documents, run a function of the app.",
  );
}

function formatKinds(kinds: readonly FunctionKind[]): string {
  return kinds.map(capitalize).join(" or ");
}

function capitalize(kind: FunctionKind): string {
  return kind.charAt(0).toUpperCase() + kind.slice(1);
}
