export function installSourceMaps(): void;
export function heading(error: Error): string;
export function sourceOf(name: string, line: number, column: number): string | null;
