/** The key under which a process keeps what it learns about an endpoint. */
import type { Endpoint } from "../lib/settings";

/** Address and model: another API key changes nothing about the model. */
export function endpointKey({ baseUrl, model }: Endpoint): string {
  return `${baseUrl} ${model}`;
}
