/** What the host says of its machine. */

declare global {
  /** A host of one machine has it: by name `ok`, or what is wrong and what to do. Convex looks after its own machines. */
  var hostChecks: (() => Readonly<Record<string, string>>) | undefined;
}

/** By name. Of the names the app knows `clock` only: while it is in doubt no tick runs. */
export function checks(): Readonly<Record<string, string>> {
  return globalThis.hostChecks?.() ?? {};
}

/** Whether the app runs on a machine of its own, beside which model servers may run. */
export function isOneMachine(): boolean {
  return globalThis.hostChecks !== undefined;
}
