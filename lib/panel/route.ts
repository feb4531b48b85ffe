import "server-only";
import { type NextRequest } from "next/server";
import { AppError } from "@/lib/errors";
import { currentOperator, type Operator } from "@/lib/operators";
import { problemResponse } from "./problem";

interface PanelContext<P> {
  request: NextRequest;
  params: P;
  operator: Operator;
}

/**
 * Wraps a handler under `/api/panel`: nobody who is not signed in gets past it, a request that another site's page sends
 * is refused, and every error leaves as problem details. A handler returns a Response, or a value to send as JSON.
 */
export function panelRoute<P = Record<never, string>>(
  handler: (context: PanelContext<P>) => Promise<unknown>,
) {
  return async (request: NextRequest, context: { params: Promise<unknown> }): Promise<Response> => {
    try {
      const operator = await currentOperator();
      if (!operator) {
        throw new AppError(
          "unauthorized",
          "You are not signed in, or the session has ended. Sign in and try again.",
        );
      }
      refuseOtherSites(request);
      const result = await handler({ request, params: (await context.params) as P, operator });
      if (result instanceof Response) return result;
      return Response.json(result, { headers: { "cache-control": "no-store" } });
    } catch (error) {
      return problemResponse(error);
    }
  };
}

/** The session cookie is SameSite=Lax; this also stops sibling subdomains, which count as the same site. */
function refuseOtherSites(request: NextRequest): void {
  const site = request.headers.get("sec-fetch-site");
  const safe = request.method === "GET" || request.method === "HEAD";
  if (!safe && site !== null && site !== "same-origin" && site !== "none") {
    throw new AppError(
      "forbidden",
      "The panel takes changes from its own pages only. Open the panel and repeat it there.",
    );
  }
}
