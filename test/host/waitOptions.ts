/** For `vi.waitFor`: looks often, and gives machines that are busy with other things their time. */
export const WAIT_OPTIONS = { timeout: 30_000, interval: 5 };
