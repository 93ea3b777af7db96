/** Runs TypeScript: see run.mjs. */
export function runTypeScript(root: string, entry: string, args: readonly string[]): Promise<void>;
