/** The host's bounds on slow peers, shortened: the same code waits less. For `vi.mock` of host/net/limits. */
export const SHORT_LIMITS = {
  HEADERS_TIMEOUT_MS: 500,
  REQUEST_TIMEOUT_MS: 1_500,
  KEEP_ALIVE_TIMEOUT_MS: 500,
  TIMEOUT_CHECK_INTERVAL_MS: 50,
  LINGER_MS: 300,
};
