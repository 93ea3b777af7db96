/** Installs the globals that bundled functions use, before any bundle is imported. */
import { hostGlobal, hostGlobals } from "../engine/guards";

/** The `process` of a module in the default runtime: only the environment of its component. */
interface ComponentProcess {
  readonly env: Readonly<Record<string, string>>;
}

/**
 * An environment that functions can't change. As on Convex, attempts to change it are ignored silently, so libraries that
 * set a variable for themselves continue without it.
 */
function readOnly(env: Readonly<Record<string, string>>): Readonly<Record<string, string>> {
  const unchanged = (): boolean => true;
  return new Proxy({ ...env }, { set: unchanged, deleteProperty: unchanged, defineProperty: unchanged });
}

/** The free identifiers that bundles read from `globalThis.__host` instead of from Node. */
export const GUARDED_GLOBALS = Object.keys(hostGlobals);

type HostGlobal = typeof globalThis & {
  __host?: typeof hostGlobals;
  __hostGlobal?: typeof hostGlobal;
  __hostProcess?: { [key: string]: ComponentProcess };
};

const host: HostGlobal = globalThis;

/**
 * Installs the guarded globals, and sets the time zone of the whole process to UTC, as on Convex: results
 * of date functions must not depend on the machine. Calling it again changes nothing.
 */
export function installGlobals(): void {
  process.env.TZ = "UTC";
  host.__host = hostGlobals;
  host.__hostGlobal = hostGlobal;
  host.__hostProcess ??= {};
}

/**
 * Sets the `process` of the bundle with this key. Modules keep what they read while loading, and Node loads a module
 * once, so a key keeps its environment for the life of the Node process.
 * @throws when the key already has another environment
 */
export function installProcess(key: string, env: Readonly<Record<string, string>>): void {
  const processes = (host.__hostProcess ??= {});
  const installed = (processes[key] ??= Object.freeze({ env: readOnly(env) }));
  for (const name of new Set([...Object.keys(installed.env), ...Object.keys(env)])) {
    if (installed.env[name] !== env[name])
      throw new Error(
        `This process already loaded the app with another value of ${name}: use another outDir.`,
      );
  }
}
