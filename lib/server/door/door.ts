import "server-only";
import type { IncomingMessage, RequestListener, Server, ServerResponse } from "node:http";
import { AppError } from "@/lib/errors";
import { log } from "@/lib/log";
import { answerBadHttp } from "./bad-http";
import { boundedRequest, ClientGone, readBody } from "./body";
import { bodyLimit } from "./body-limits";
import { withContext } from "./context";
import type { Answer } from "./exchange";
import { commonHeaders } from "./headers";
import { KNOWN_METHODS } from "./methods";
import { send, sendAndHangUp } from "./send";
import { staticFiles } from "./static-files";
import { Answers, endOnSignals } from "./stopping";
import { record } from "./traffic";
import { type Area, receive, type Visit } from "./visit";

type NextHandler = (request: IncomingMessage, response: ServerResponse) => Promise<void>;

/** The part of Next's custom-server interface that we use. */
interface NextApp {
  getRequestHandler(): NextHandler;
  close(): Promise<void>;
}

/** What `scripts/serve.mjs` receives at start-up. */
export interface Door {
  /** Returns the handler of a server's requests; also handles the server's shutdown. */
  open(server: Server, next: NextApp, options: { dev: boolean }): RequestListener;
}

/**
 * The front door: every request enters here.
 * @param areas asked in turn whether they own a request; requests that none owns are for pages
 * @param shutDown what to do after the last response is sent
 * @param instead the response to send in place of any page, such as that the database is unavailable; null to render it
 */
export function createDoor(
  areas: readonly Area[],
  shutDown: () => Promise<void>,
  instead: () => Promise<Answer | null>,
): Door {
  return {
    open(server, next, { dev }) {
      answerBadHttp(server);
      const answers = new Answers(server);
      endOnSignals(async () => {
        // In development, pages keep sockets open that never close by themselves.
        if (!dev) await answers.end();
        await next.close();
        await shutDown();
      });
      // In development Next handles every request, so that an edit of a handler takes effect at once.
      const open = dev ? areas.map(({ owns, refuse, limitOf }) => ({ owns, refuse, limitOf })) : areas;
      const files = dev ? null : staticFiles();
      const handler = unlessInstead(next.getRequestHandler(), instead);

      return (request, response) => {
        const visit = receive(request, response, open);
        for (const [name, value] of Object.entries(commonHeaders(visit.context, visit.path)))
          response.setHeader(name, value);
        answers.add(response);
        record(visit);
        if (!hasHost(request))
          return send(response, visit.area.refuse(new AppError("invalid-input", NO_HOST), visit.context));
        if (files?.(request, response)) return;
        const work = visit.area.answer ? answerHere(visit, visit.area.answer) : passToNext(visit, handler);
        work.catch((error: unknown) => giveUp(visit, error));
      };
    },
  };
}

/**
 * Only for whole pages. A page that is open already loads parts of others, shows itself that they failed, and keeps what
 * was typed into it; a response that is none of these parts would make the browser leave it.
 */
function unlessInstead(next: NextHandler, instead: () => Promise<Answer | null>): NextHandler {
  return async (request, response) => {
    const isPage = !request.url?.startsWith("/api/") && request.headers.rsc === undefined;
    const answer = isPage ? await instead() : null;
    if (answer) send(response, answer);
    else await next(request, response);
  };
}

const NO_HOST = "The request has no Host header. Add one.";

/** RFC 9112, 3.2: HTTP/1.1 requires Host; older clients do not know it. */
const hasHost = ({ headers, httpVersion }: IncomingMessage) =>
  headers.host !== undefined || httpVersion === "1.0";

async function answerHere(visit: Visit, answer: NonNullable<Area["answer"]>): Promise<void> {
  const { request, response, method, path, header, context } = visit;
  const body = await readBody(request, await limitOf(visit));
  const search = (request.url ?? "").slice(path.length);
  const answered = await withContext(context, () =>
    answer({ method, path, search, header, body, context, closed: closing(response) }),
  );
  visit.route = answered.route;
  if (body === null) sendAndHangUp(request, response, answered);
  else send(response, answered);
}

const limitOf = async ({ area, method, path }: Visit): Promise<number> =>
  (await area.limitOf?.(method, path)) ?? bodyLimit(path);

/** Creates the signal at the first use: few handlers ask for it. */
function closing(response: ServerResponse): () => AbortSignal {
  let gone: AbortController | undefined;
  return () => {
    if (!gone) {
      const controller = (gone = new AbortController());
      response.once("close", () => controller.abort());
      if (response.closed) controller.abort();
    }
    return gone.signal;
  };
}

async function passToNext(visit: Visit, next: NextHandler): Promise<void> {
  const { request, response, method, path, area, context } = visit;
  // Next answers TRACE with a 500, because the web Request class does not support it.
  if (method === "TRACE") {
    const { headers, ...refusal } = area.refuse(new AppError("method-not-allowed"), context);
    return send(response, { ...refusal, headers: { ...headers, Allow: KNOWN_METHODS.join(", ") } });
  }
  if (!isEncoded(path)) return send(response, area.refuse(new AppError("not-found"), context));
  const limit = await limitOf(visit);
  const bounded = await boundedRequest(request, limit);
  if (bounded) return withContext(context, () => next(bounded, response));
  const error = new AppError("body-too-large", `The body is larger than ${limit} bytes. Send less at once.`);
  sendAndHangUp(request, response, area.refuse(error, context));
}

/** Whether a path is validly percent-encoded; Next answers invalid ones with a 500. */
function isEncoded(path: string): boolean {
  try {
    decodeURIComponent(path);
    return true;
  } catch {
    return false;
  }
}

function giveUp({ response, context }: Visit, error: unknown): void {
  if (!(error instanceof ClientGone))
    log().error({ requestId: context.id, err: error }, "A request failed at the door");
  response.destroy();
}
