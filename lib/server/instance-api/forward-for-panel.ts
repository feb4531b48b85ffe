import "server-only";
import { audited } from "@/lib/server/audit";
import { db } from "@/lib/server/db";
import {
  type Answer,
  bodyLimit,
  type DoorRequest,
  readBytes,
  requestContext,
  toResponse,
} from "@/lib/server/door";
import { AppError, type ErrorCode } from "@/lib/errors";
import { type AuditedChange, panelRequest, toldBy } from "./panel-requests";
import { errorAnswer } from "./respond";
import { askUpstream } from "./upstream-requests";

/** Under which the pages of the panel reach an upstream instance: `/api/panel/instance/v9/…`. */
const PREFIX = "/api/panel/instance";

/** A change that the instance refused, or of which nobody knows whether it was made (`sent`). */
class Refused extends AppError {
  constructor(readonly answer: Answer) {
    const isUnknown = answer.status >= 500 && answer.headers["X-Instance-Reached"] !== "no";
    super(codeOf(answer.status), undefined, { details: { sent: isUnknown } });
  }
}

const CODES: Readonly<Record<number, ErrorCode>> = {
  401: "unauthorized",
  403: "forbidden",
  404: "not-found",
  429: "rate-limited",
};
const codeOf = (status: number): ErrorCode =>
  CODES[status] ?? (status >= 500 ? "bad-gateway" : "invalid-input");

/**
 * Sends a request of a signed-in operator's page on to the upstream instance, with the user token in its
 * `Authorization`, and returns that instance's answer. Changes are audited under the operator's name.
 * @param base `INSTANCE_API_URL`
 * @throws AppError `not-found` for what no page asks
 */
export async function forwardForPanel(request: Request, base: string, actor: string): Promise<Response> {
  const sent = await asSent(request);
  const known = panelRequest(sent);
  if (!known) throw new AppError("not-found", "The panel does not ask your instance for this.");
  const send = () => askUpstream(sent, base).catch((error: unknown) => errorAnswer(error, sent.context));
  return ours(known.change ? await record(known.change, actor, send) : await send());
}

async function asSent(request: Request): Promise<DoorRequest> {
  const { pathname, search } = new URL(request.url);
  const path = `/api${pathname.slice(PREFIX.length)}`;
  return {
    method: request.method,
    path,
    search,
    header: (name) => request.headers.get(name),
    body: await readBytes(request, bodyLimit(path)),
    context: requestContext(),
    closed: () => request.signal,
  };
}

async function record(change: AuditedChange, actor: string, send: () => Promise<Answer>): Promise<Answer> {
  const work = async () => {
    const answer = await send();
    if (answer.status >= 400) throw new Refused(answer);
    return answer;
  };
  try {
    return await audited(db(), { actor, ...change }, work, toldBy);
  } catch (error) {
    if (error instanceof Refused) return error.answer;
    throw error;
  }
}

/** Only our own pages may read it: the instance API's answer to any origin does not hold here. */
function ours(answer: Answer): Response {
  const headers = Object.entries(answer.headers).filter(([name]) => !/^access-control-/i.test(name));
  return toResponse({ ...answer, headers: Object.fromEntries(headers) });
}
