/** The service for a test file, which stops after the file's tests. */
import { atTheEnd } from "./cleanUp";
import { RunningService, type ServiceOptions } from "./running-service";

/**
 * Starts the real service on a free port with a fresh data directory, random tokens, rate limits and autonomy off.
 * Tests that tolerate each other's data share one.
 */
export async function startService(options?: ServiceOptions): Promise<RunningService> {
  const service = await RunningService.start(options);
  atTheEnd(() => service.dispose());
  return service;
}

export type { RunningService as Service };
