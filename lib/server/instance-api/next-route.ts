import "server-only";
import {
  bodyLimit,
  commonHeaders,
  type DoorRequest,
  readBytes,
  requestContext,
  toResponse,
} from "@/lib/server/door";
import { answerInstance } from "./route";

/** The instance API as a Next route, used by `next dev` and on hosts without our door. */
export async function instanceRoute(request: Request): Promise<Response> {
  const { method, headers, url } = request;
  const { pathname: path, search } = new URL(url);
  const context = requestContext();
  const body = await readBytes(request, bodyLimit(path));
  const header = (name: string) => headers.get(name);
  const sent: DoorRequest = { method, path, search, header, body, context };
  const answer = await answerInstance(sent);
  return toResponse({ ...answer, headers: { ...commonHeaders(context, path), ...answer.headers } });
}
