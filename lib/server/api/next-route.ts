import "server-only";
import {
  type Answer,
  commonHeaders,
  type DoorRequest,
  readBytes,
  requestContext,
  toResponse,
} from "@/lib/server/door";

/**
 * Serves an API as a Next route. Needed in `npm run dev`, where code changes take effect immediately, and on
 * hosts that do not run the panel's front door.
 * @param limitOf returns the maximum size of a request's body in bytes
 */
export const nextRoute =
  (answer: (request: DoorRequest) => Promise<Answer>, limitOf: (method: string, path: string) => number) =>
  async (request: Request): Promise<Response> => {
    const { method, headers, url, signal } = request;
    const { pathname: path, search } = new URL(url);
    const context = requestContext();
    const body = await readBytes(request, limitOf(method, path));
    const header = (name: string) => headers.get(name);
    const answered = await answer({ method, path, search, header, body, context, closed: () => signal });
    return toResponse({ ...answered, headers: { ...commonHeaders(context, path), ...answered.headers } });
  };
