import "server-only";
import { problemResponse } from "./problem";
import { refuseOtherSites } from "./same-origin";

/**
 * Wraps a handler for requests without a session. Refuses requests from other sites' pages, and converts errors to
 * problem details.
 */
export function openRoute<R extends Request, C = unknown>(
  handler: (request: R, context: C) => Promise<Response>,
) {
  return async (request: R, context: C): Promise<Response> => {
    try {
      refuseOtherSites({ method: request.method, header: (name) => request.headers.get(name) });
      return await handler(request, context);
    } catch (error) {
      return problemResponse(error);
    }
  };
}
