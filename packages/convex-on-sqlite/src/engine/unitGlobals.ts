/** The global object of a bundle, and the names that its code reads from there. */
import { Changeable, perCallObject } from "./callChanges";
import { hostGlobals } from "./guards";
import { objectGuards, reflectGuards } from "./intrinsicGuards";

/** What a bundle finds under the name `__host`: the replaced globals, its environment, and its global object. */
export type UnitGlobals = Readonly<Record<string, unknown>>;

/** Of these names, also a free identifier means what the running call has set. */
export const GUARDED_GLOBALS: readonly string[] = Object.keys(hostGlobals);

/** The names under which a bundle finds functions of `Object` and `Reflect` that the host replaces. */
export const GUARDED_FUNCTIONS: Readonly<Record<string, string>> = Object.fromEntries([
  ...Object.keys(objectGuards).map((name) => [`Object.${name}`, `ofObject.${name}`]),
  ...Object.keys(reflectGuards).map((name) => [`Reflect.${name}`, `ofReflect.${name}`]),
]);

/**
 * Creates them. As on Convex, the default runtime has no `Buffer`, and its `process` has only the environment, by which libraries
 * see that they don't run in Node.
 * @param inNode whether the bundle runs as Convex's Node runtime does
 */
export function unitGlobals(
  env: Readonly<Record<string, string>>,
  { inNode }: { readonly inNode: boolean },
): UnitGlobals {
  const replaced: Record<string, unknown> = {
    ...hostGlobals,
    process: inNode ? process : Object.freeze({ env }),
  };
  const read = (property: PropertyKey): unknown => {
    if (typeof property === "string" && Object.hasOwn(replaced, property)) return replaced[property];
    return Reflect.get(globalThis, property);
  };
  const changeable = new Changeable();
  const global: object = perCallObject({}, read, {}, changeable);
  const [itself, missing] = inNode ? ["global", "self"] : ["self", "global"];
  Object.assign(replaced, {
    globalThis: global,
    [itself]: global,
    [missing]: undefined,
  });
  if (!inNode) Object.assign(replaced, { Buffer: undefined });
  // The library reads `Convex` several times in each syscall, and nothing replaces it.
  const fixed = { global, env, Convex: hostGlobals.Convex, ofObject: objectGuards, ofReflect: reflectGuards };
  const globals: Record<string, unknown> = fixed;
  for (const name of [...GUARDED_GLOBALS.filter((guarded) => guarded !== "Convex"), "process"])
    Object.defineProperty(globals, name, changeable.property(name, replaced[name]));
  return globals;
}
