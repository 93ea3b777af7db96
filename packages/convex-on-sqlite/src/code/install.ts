/** The globals of bundles: one set for each bundle and runtime, with its component's environment. */
import { unitGlobals, type UnitGlobals } from "../engine/unitGlobals";

type Environment = Readonly<Record<string, string>>;

/**
 * An environment that functions can't change. As on Convex, attempts to change it are ignored silently, so libraries that
 * set a variable for themselves continue without it.
 */
function readOnly(env: Environment): Environment {
  const unchanged = (): boolean => true;
  return new Proxy({ ...env }, { set: unchanged, deleteProperty: unchanged, defineProperty: unchanged });
}

interface Installed {
  readonly env: Environment;
  readonly isolate: UnitGlobals;
  readonly node: UnitGlobals;
}

const installed = new Map<string, Installed>();

/**
 * Sets the time zone of the whole process to UTC, as on Convex: results of date functions must not depend on the machine.
 */
export function useUtc(): void {
  process.env.TZ = "UTC";
}

/**
 * The globals of the bundle with this key. Modules keep what they read while loading, and the process loads a module once, so a
 * key keeps its environment for the life of the process.
 * @throws when the key already has another environment
 */
export function installUnit(key: string, env: Environment): Installed {
  let unit = installed.get(key);
  if (unit === undefined) {
    const own = readOnly(env);
    unit = {
      env: own,
      isolate: unitGlobals(own, { inNode: false }),
      node: unitGlobals(own, { inNode: true }),
    };
    installed.set(key, unit);
  }
  for (const name of new Set([...Object.keys(unit.env), ...Object.keys(env)])) {
    if (unit.env[name] !== env[name])
      throw new Error(
        `This process already loaded the app with another value of ${name}: use another outDir.`,
      );
  }
  return unit;
}
