/** Rejects requests that never reach the agent's routes in the format of the agent's API. */
import { randomUUID } from "node:crypto";
import { quote } from "../../convex/lib/redact";
import { ApiError } from "../../convex/api/errors";
import * as Responses from "../../convex/api/responses";
import type { Refuse } from "../../host/net/refusals";

export function refuseAsAgent({ corsOrigin }: { readonly corsOrigin: string }): Refuse {
  return (status, reason) => {
    const requestId = randomUUID();
    const headers = Responses.commonHeaders(requestId);
    Responses.allowOrigin(headers, corsOrigin);
    const error = new ApiError(status, reason);
    return Responses.failure(error, { requestId, quote }, headers);
  };
}
