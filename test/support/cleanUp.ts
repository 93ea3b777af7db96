/** What a test file has started: ended when its tests have, however they ended. The setup file sees to that. */

const left = new Set<() => Promise<void>>();

/** Has something ended after the tests of the file that is running. */
export function atTheEnd(end: () => Promise<void>): void {
  left.add(end);
}

export async function endAll(): Promise<void> {
  const all = [...left];
  left.clear();
  await Promise.all(all.map((end) => end()));
}
