import "server-only";
import type { IncomingMessage, RequestListener, Server, ServerResponse } from "node:http";
import type { Env } from "@/lib/env";
import { AppError } from "@/lib/errors";
import type { Logger } from "pino";
import { withContext } from "@/lib/request-context";
import { createPeers, queueShares } from "./address";
import { answerBadHttp, send, sendAndHangUp } from "./send";
import { bodyLimit, hasBody } from "./body";
import { Bodies, requestWith } from "./bodies";
import { KNOWN_METHODS, type Metrics } from "./metrics";
import { Connections } from "./connections";
import {
  type Answer,
  type Area,
  isEncoded,
  originForm,
  pathForNext,
  pathInPanel,
  receive,
  type Visit,
} from "./visit";
import { createHeaders } from "./headers";
import type { Contexts } from "./context";
import { PageQueue } from "./page-queue";
import { staticFiles } from "./static-files";
import { Answers } from "./answers";
import type { Traffic } from "./traffic";

type NextHandler = (request: IncomingMessage, response: ServerResponse) => Promise<void>;

export interface Door {
  /** `web` has the static files; null in development. */
  open(server: Server, next: NextHandler, options: { web: string | null }): OpenDoor;
}

export interface OpenDoor {
  answer: RequestListener;
  end(): Promise<void>;
}

export interface DoorDeps {
  /** The first area that owns a request answers it. Requests that no area owns are for pages. */
  areas: readonly Area[];
  /**
   * Returns a response that replaces every page, such as an error page while the database is unavailable; null to
   * render the requested page.
   */
  instead: () => Promise<Answer | null>;
  /** How long the first of the waiting works has waited for a connection to the database (ms). */
  databaseWait: () => number;
  contexts: Contexts;
  metrics: Metrics;
  traffic: Traffic;
  log: Logger;
  env: Pick<Env, "isHttps" | "basePath">;
}

export function createDoor(deps: DoorDeps): Door {
  const { areas, contexts, metrics, traffic, log, env } = deps;
  const headers = createHeaders(env.isHttps);

  function giveUp({ response, context }: Visit, error: unknown): void {
    log.error({ requestId: context.id, err: error }, "A request failed before it reached a route");
    response.destroy();
  }

  return {
    open(server, next, { web }) {
      answerBadHttp(server, headers);
      const answers = new Answers(server);
      const files = web === null ? null : staticFiles(web);

      const peerOf = createPeers(server);
      const connections = new Connections(server, { isProxy: contexts.isProxy, peerOf, metrics, headers });
      const pages = new PageQueue(server, metrics);
      const signIns = new PageQueue(server, metrics, {
        queued: "sign-ins queued",
        running: "sign-ins running",
      });
      const bodies = new Bodies(metrics);
      const database = metrics.setBudget("database wait", LONGEST_WAIT_MS, () => deps.databaseWait());
      metrics.setBudget("streams", Infinity, () => answers.countStreams());

      const handle: RequestListener = (request, response) => {
        request.url = pathInPanel(originForm(request.url ?? "/"), env.basePath);
        const visit = receive(request, response, areas, { contexts, peer: peerOf(request.socket) });
        // Next adds ten listeners. Together with the front door's listeners, they would make Node warn about
        // a memory leak.
        response.setMaxListeners(20);
        for (const [name, value] of Object.entries(headers.commonHeaders(visit.context, visit.path)))
          response.setHeader(name, value);
        answers.add(response);
        traffic.record(visit);
        contexts.noticeProxy(visit.header, visit.context);
        if (!hasHost(request)) return refuse(visit, new AppError("invalid-input", NO_HOST));
        if (files?.(request, response)) return;
        const begin = (work: (visit: Visit) => Promise<void>) =>
          void work(visit).catch((error: unknown) => giveUp(visit, error));
        const { answer, usesDatabase } = visit.area;
        if (usesDatabase && deps.databaseWait() > LONGEST_WAIT_MS) {
          database.refused();
          return refuse(visit, BUSY_DATABASE, { "Retry-After": "5" });
        }
        if (answer && visit.area.isQueued)
          return begin(async () => {
            const shares = queueShares(await visit.context.clientAddress(), visit.header);
            if (!signIns.enter(response, () => begin(() => answerHere(visit, answer, bodies)), shares))
              refuse(visit, BUSY_SIGN_IN, { "Retry-After": "2" });
          });
        if (answer) return begin(() => pages.before(answerHere(visit, answer, bodies)));
        const pass = () => begin(() => passToNext(visit, next, deps, bodies));
        if (web === null) return pass();
        // Pages accept no form data and no actions. Refuse such requests here: Next would search the body for
        // an action and log the body's data.
        if (!PAGE_METHODS.includes(visit.method))
          return refuse(visit, new AppError("method-not-allowed"), { Allow: PAGE_METHODS.join(", ") });
        if (!pages.enter(response, pass)) refuse(visit, BUSY, { "Retry-After": "2" });
      };
      return {
        answer: (request, response) => connections.inTurn(request, response, () => handle(request, response)),
        end() {
          for (const area of areas) area.end?.();
          return answers.end();
        },
      };
    },
  };
}

/**
 * Whether `instead` can replace the response. Never true for:
 * - requests that an open page sends (with an `RSC` header). Any response except Next's would make the
 *   browser leave the page and lose unsaved input.
 * - files such as the icon, which do not need the database.
 */
const isWholePage = (visit: Visit): boolean =>
  !/\.\w+$/.test(visit.path) && visit.request.headers.rsc === undefined;

const PAGE_METHODS: readonly string[] = ["GET", "HEAD"];

/* Created once, because a flood causes thousands of them, and each would record where it was created. */
const BUSY_SIGN_IN = new AppError(
  "unavailable",
  "Too many people are signing in. Nothing was changed. Try again in a moment.",
);

/**
 * If a request has waited this long for a connection to the database (ms), further requests are refused. They would only
 * wait longer, and people do not wait for half a minute.
 */
const LONGEST_WAIT_MS = 2_000;

const BUSY_DATABASE = new AppError(
  "unavailable",
  "The panel waits for its database, and takes no further requests. Nothing was changed. Try again in a few seconds.",
);

const BUSY = new AppError("unavailable", "The panel is busy rendering other pages. Try again in a moment.");

function refuse(visit: Visit, error: AppError, further: Record<string, string> = {}): void {
  const { request, response, area, context } = visit;
  const { headers, ...refusal } = area.refuse(error, context);
  const answer = { ...refusal, headers: { ...headers, ...further } };
  if (hasBody(request)) sendAndHangUp(request, response, answer);
  else send(response, answer);
}

const NO_HOST = "The request has no Host header. Add one.";

/** HTTP/1.1 requires a Host header (RFC 9112, 3.2). HTTP/1.0 does not. */
const hasHost = ({ headers, httpVersion }: IncomingMessage) =>
  headers.host !== undefined || httpVersion === "1.0";

async function answerHere(visit: Visit, answer: NonNullable<Area["answer"]>, bodies: Bodies): Promise<void> {
  const { request, response, method, path, header, context } = visit;
  const { read: readBody, release } = bodies.open(request);
  const search = (request.url ?? "").slice(path.length);
  const answered = await withContext(context, () =>
    answer({ method, path, search, header, readBody, context, closed: closing(response) }),
  ).finally(release);
  visit.route = answered.route;
  if (hasBody(request) && !request.complete) sendAndHangUp(request, response, answered);
  else send(response, answered);
}

/** The function creates its signal on the first call, because few handlers need the signal. */
function closing(response: ServerResponse): () => AbortSignal {
  let disconnect: AbortController | undefined;
  return () => {
    if (!disconnect) {
      const controller = (disconnect = new AbortController());
      response.once("close", () => controller.abort());
      if (response.closed) controller.abort();
    }
    return disconnect.signal;
  };
}

async function passToNext(
  visit: Visit,
  next: NextHandler,
  { env, instead }: Pick<DoorDeps, "env" | "instead">,
  bodies: Bodies,
): Promise<void> {
  const { request, response, method, path, context } = visit;
  // Next would fail with status 500, because the web Request class does not support TRACE.
  if (method === "TRACE")
    return refuse(visit, new AppError("method-not-allowed"), { Allow: KNOWN_METHODS.join(", ") });
  if (!isEncoded(path)) return refuse(visit, new AppError("not-found"));
  const limit = bodyLimit(path);
  const { read, release } = bodies.open(request);
  try {
    const body = await read(limit);
    if (!body)
      throw new AppError("body-too-large", `The body is larger than ${limit} bytes. Send a smaller body.`);
    await withContext(context, async () => {
      const answer = isWholePage(visit) ? await instead() : null;
      if (answer) return send(response, answer);
      request.url = pathForNext(request.url ?? "/", env.basePath);
      await next(hasBody(request) ? requestWith(request, body) : request, response);
    });
  } catch (error) {
    if (!(error instanceof AppError) || response.headersSent) throw error;
    const { retryAfter } = error.details;
    refuse(visit, error, typeof retryAfter === "number" ? { "Retry-After": String(retryAfter) } : {});
  } finally {
    release();
  }
}
