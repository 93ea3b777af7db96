/** The model provider of tests: one process, shared by the test files of a worker. */
import { startModelServer, type ModelServer } from "./model-server";

let server: Promise<ModelServer> | null = null;
let models = 0;

/** The shared server, healthy and without recorded calls. Its start takes longer than most tests; it ends with the process. */
export async function modelServer(): Promise<ModelServer> {
  server ??= startModelServer();
  const started = await server;
  await started.reset();
  return started;
}

/** An unused model name. Known formats and widths of a model persist in the process. */
export function newModel(): string {
  models += 1;
  return `model-${models}`;
}
