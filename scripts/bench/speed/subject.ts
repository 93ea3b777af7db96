/** A running service, measured a round at a time. */
import { RunningService } from "../../../test/support/running-service";
import type { Build } from "./build";

export interface Subject {
  round(): Promise<number>;
  close(): Promise<void>;
}

/** A folder with many memories, to copy and not to change. */
export interface Data {
  readonly folder: string;
  readonly count: number;
}

export type Start = (build: Build, data: Data) => Promise<Subject>;

interface Options {
  readonly env?: Readonly<Record<string, string>>;
  readonly dataDir?: string;
}

/** Starts the build's service and measures it once to warm it up. */
export async function warm(
  { root }: Build,
  options: Options,
  measure: (service: RunningService) => Promise<number>,
): Promise<Subject> {
  const service = await RunningService.start({ root, ...options });
  try {
    await measure(service);
  } catch (error) {
    await service.dispose();
    throw error;
  }
  return { round: () => measure(service), close: () => service.dispose() };
}

/** Each round has a service of its own. */
export function fresh(
  { root }: Build,
  options: () => Options,
  measure: (service: RunningService) => Promise<number>,
): Subject {
  const round = async (): Promise<number> => {
    const service = await RunningService.start({ root, ...options() });
    try {
      return await measure(service);
    } finally {
      await service.dispose();
    }
  };
  return { round, close: () => Promise.resolve() };
}
