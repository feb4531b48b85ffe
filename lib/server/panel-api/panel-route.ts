import "server-only";
import { type NextRequest } from "next/server";
import { AppError } from "@/lib/errors";
import type { Instance } from "@/lib/server/instance";
import { currentSession, type Operator, type Session } from "@/lib/server/operators";
import { VIEWER_REASON } from "@/lib/shared/role";
import { instanceFor } from "./instance";
import { problemResponse } from "./problem";
import { refuseOtherSites, SAFE_METHODS } from "./same-origin";

interface PanelContext<P> {
  request: NextRequest;
  params: P;
  operator: Operator;
  /** The operator's session that the request is of. */
  session: Session;
  /** The instance, in the name of the session. @throws AppError `conflict` */
  instance: () => Promise<Instance>;
}

/**
 * Wraps a handler under `/api/panel`: requests without a session or from other sites' pages are refused, and every
 * error is sent as problem details. A handler returns a Response, or a value to send as JSON.
 */
export function panelRoute<P = Record<never, string>>(
  handler: (context: PanelContext<P>) => Promise<unknown>,
) {
  return async (request: NextRequest, context: { params: Promise<unknown> }): Promise<Response> => {
    try {
      refuseOtherSites({ method: request.method, header: (name) => request.headers.get(name) });
      const session = await currentSession();
      if (!session) {
        throw new AppError(
          "unauthorized",
          "You are not signed in, or your session has ended. Sign in and try again.",
        );
      }
      // The routes in the table say which role may call them; of these, all that change something are for editors.
      if (session.role === "viewer" && !SAFE_METHODS.includes(request.method))
        throw new AppError("forbidden", VIEWER_REASON);
      const { operator } = session;
      const params = (await context.params) as P;
      const instance = () => instanceFor(session);
      const result = await handler({ request, params, operator, session, instance });
      if (result instanceof Response) return result;
      return Response.json(result, { headers: { "cache-control": "no-store" } });
    } catch (error) {
      return problemResponse(error);
    }
  };
}
