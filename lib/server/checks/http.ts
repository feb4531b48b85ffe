import "server-only";
import { once } from "node:events";
import { type IncomingMessage, request } from "node:http";
import type { Socket } from "node:net";
import { USER_AGENT } from "@/lib/request-headers";
import { isObject, parsedJson } from "@/lib/shared/json/value";
import { dial, type Permit } from "./dial";
import { endpointOf } from "./endpoints";
import { CheckFailure, type Trail } from "./trail";

export interface HttpCheck {
  permit: Permit;
  /**
   * Whether a redirect counts as success. Set for addresses where any response shows that the server works.
   */
  redirects?: boolean;
  /** Set if the instance's service has this route. If so, 404 is a failure. */
  service?: "API" | "CDN";
}

/** Sends one GET request for a well-known path and examines only the status. */
export async function checkHttp(
  trail: Trail,
  url: URL,
  { permit, redirects = false, service }: HttpCheck,
): Promise<void> {
  await exchange(trail, url, {
    permit,
    name: "Answer",
    read({ status, headers, answer }) {
      answer.resume();
      if (status >= 300 && status < 400 && !redirects) throw redirected(headers.location);
      if (status >= 500) throw broken(status);
      if (status === 429) throw limited(headers["retry-after"]);
      if (status === 404 && service) throw absent(url, service);
      return status;
    },
    describe: (status) => `A server answers at ${url.pathname}, with status ${status}.`,
  });
}

/** The request and its response are one step of the check. */
export async function exchange<T>(
  trail: Trail,
  url: URL,
  step: {
    permit: Permit;
    name: string;
    request?: Request;
    read: (answer: Awaited<ReturnType<typeof ask>>) => Promise<T> | T;
    describe: (result: T) => string;
  },
): Promise<T> {
  const line = await dial(trail, endpointOf(url), step.permit, { tls: url.protocol === "https:" });
  try {
    const work = async () => step.read(await ask(url, line.socket, trail.signal, step.request));
    return await trail.step(step.name, work, step.describe);
  } finally {
    line.socket.destroy();
  }
}

export interface Request {
  method?: "GET" | "POST" | "DELETE";
  headers?: Readonly<Record<string, string>>;
  body?: Buffer | string;
}

export async function ask(
  url: URL,
  socket: Socket,
  signal: AbortSignal,
  { method = "GET", headers: further, body }: Request = {},
) {
  const sent = request({
    createConnection: () => socket,
    method,
    path: `${url.pathname}${url.search}`,
    headers: {
      host: url.host,
      accept: "*/*",
      "user-agent": USER_AGENT,
      connection: "close",
      ...(body !== undefined && { "content-length": Buffer.byteLength(body) }),
      ...further,
    },
    signal,
  });
  sent.end(body);
  const [answer] = (await once(sent, "response")) as [IncomingMessage];
  const { statusCode = 0, headers } = answer;
  return { status: statusCode, headers, answer };
}

export async function readBody(answer: AsyncIterable<Uint8Array>, largest: number): Promise<Buffer> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of answer) {
    chunks.push(chunk);
    size += chunk.length;
    if (size > largest) break;
  }
  return Buffer.concat(chunks);
}

function redirected(location: string | undefined): CheckFailure {
  const place =
    location === undefined || !URL.canParse(location) ? "another address" : new URL(location).origin;
  return new CheckFailure(
    `It redirects to ${place}. Many clients do not follow redirects: enter the final address instead.`,
  );
}

const absent = ({ host, pathname }: URL, service: "API" | "CDN"): CheckFailure =>
  new CheckFailure(
    `The server at ${host} has no ${service} of this instance: it answers with status 404 at ${pathname}. Check the address with its path, and the paths that the reverse proxy forwards.`,
  );

/** A server that answers nobody is not up, even if it runs. */
function limited(retryAfter: string | undefined): CheckFailure {
  const again = /^\d{1,6}$/.test(retryAfter ?? "") ? ` for ${retryAfter} more seconds` : "";
  return new CheckFailure(
    `The server refuses requests${again}, because its rate limit is reached (status 429). Raise its rate limits.`,
  );
}

function broken(status: number): CheckFailure {
  const behind = [502, 503, 504].includes(status);
  return new CheckFailure(
    behind
      ? `A proxy answers with status ${status}, but the service behind it does not answer. Check that the service is running.`
      : `The server fails with status ${status}. Check its log.`,
  );
}

/** Maximum size (bytes) of a document. */
const LARGEST = 64 * 1024;

/** The result shows only whether the document contains the API's public address. */
export async function checkDiscovery(
  trail: Trail,
  url: URL,
  { permit, api }: { permit: Permit; api: string | null },
): Promise<void> {
  const content = await exchange(trail, url, {
    permit,
    name: "Document",
    async read({ status, answer }) {
      if (status !== 200) throw missing(url, status);
      return documentIn(url, (await readBody(answer, LARGEST)).toString("utf8"));
    },
    describe: () => `The document was found at ${url.pathname}.`,
  });
  if (api === null || !URL.canParse(api)) return;
  await trail.step(
    "Address",
    () => {
      if (!content.includes(new URL(api).host))
        throw new CheckFailure(
          "The document contains a different address than the API public address in the settings, and clients use the one in the document. If the address was changed, restart the instance; otherwise, check which instance responds.",
        );
    },
    () => "The document contains the API public address from the settings.",
  );
}

function documentIn(url: URL, content: string): string {
  if (!isObject(parsedJson(content))) throw noDocument(url);
  return content;
}

const missing = ({ host, pathname }: URL, status: number) =>
  new CheckFailure(
    `The server at ${host} answers with status ${status} at ${pathname}, so clients cannot find the instance by its name. Configure its web server to forward the path to the instance's API.`,
  );

const noDocument = ({ host, pathname }: URL) =>
  new CheckFailure(
    `The response of the server at ${host} at ${pathname} is not the instance's document. Configure its web server to forward the path to the instance's API.`,
  );
