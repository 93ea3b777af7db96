/** The model provider of a file of the service's tests. */
import { startModelServer, type ModelServer } from "./model-server";

let server: Promise<ModelServer> | null = null;

/** Files that share a process share one, for its start costs more than most tests: healthy, and without calls. */
export async function modelServer(): Promise<ModelServer> {
  server ??= startModelServer();
  const started = await server;
  await started.reset();
  return started;
}
