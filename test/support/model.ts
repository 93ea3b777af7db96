/** The model provider of tests: a process of its own, which the files that share a process share. */
import { startModelServer, type ModelServer } from "./model-server";

let server: Promise<ModelServer> | null = null;
let models = 0;

/** Healthy, and without calls. Its start costs more than most tests; it ends with the process. */
export async function modelServer(): Promise<ModelServer> {
  server ??= startModelServer();
  const started = await server;
  await started.reset();
  return started;
}

/** A model that nobody has asked yet: what is known of an endpoint's formats and width lasts as long as the process. */
export function newModel(): string {
  models += 1;
  return `model-${models}`;
}
