export function inputFiles(root: string, read: readonly string[], known?: readonly string[]): string[];
export function sourceHash(root: string, files: readonly string[]): string | null;
export function stampHash(root: string, files: readonly string[]): string | null;
export function changedSince(root: string, files: readonly string[], since: number): boolean;
export function hasAllFiles(folder: string, sizes: Readonly<Record<string, number>>): boolean;
export function readManifest(file: string): unknown;
export function writeAtomically(file: string, contents: string | Uint8Array): void;
