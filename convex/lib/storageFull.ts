/** Whether a host has no room left for a write, which only the error's text tells. Convex's storage has no end. */
export function isStorageFull(thrown: unknown): boolean {
  return thrown instanceof Error && thrown.message.includes("StorageFull");
}
