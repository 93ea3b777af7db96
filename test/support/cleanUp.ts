/** Cleanup after the tests of a file, also if they fail. The setup file calls `endAll`. */

const left = new Set<() => Promise<void>>();

/** Registers cleanup for the end of the current test file. */
export function atTheEnd(end: () => Promise<void>): void {
  left.add(end);
}

export async function endAll(): Promise<void> {
  const all = [...left];
  left.clear();
  await Promise.all(all.map((end) => end()));
}
