/** For `vi.waitFor`: polls often, with a timeout for busy machines. */
export const WAIT_OPTIONS = { timeout: 30_000, interval: 5 };
