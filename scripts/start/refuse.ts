/** Rejects requests that never reach the agent's routes in the format of the agent's API. */
import { randomUUID } from "node:crypto";
import { quote } from "../../convex/lib/redact";
import { ApiError, forbiddenHost, forbiddenOrigin } from "../../convex/api/errors";
import * as Responses from "../../convex/api/responses";
import type { PagePolicy, Refuse } from "convex-on-sqlite";

export function refuseAsAgent({ allowsOrigin }: Pick<PagePolicy, "allowsOrigin">): Refuse {
  return ({ status, reason, forbidden }, { headers: { origin, host } }) => {
    const requestId = randomUUID();
    const headers = Responses.commonHeaders(requestId);
    // Pages may read why their request is malformed.
    if (forbidden === undefined && origin !== undefined && allowsOrigin(origin, host ?? ""))
      Responses.allowOrigin(headers, origin);
    const error = forbidden === undefined ? new ApiError(status, reason) : ERRORS[forbidden]();
    return Responses.failure(error, { requestId, quote }, headers);
  };
}

const ERRORS = { host: forbiddenHost, origin: forbiddenOrigin };
