import "server-only";
import { once } from "node:events";
import { type IncomingMessage, request } from "node:http";
import type { Socket } from "node:net";
import { dial, type Permit } from "./dial";
import { endpointOf } from "./endpoints";
import type { Trail } from "./trail";
import { CheckFailure } from "./words";

export interface HttpCheck {
  permit: Permit;
  /** Whether a redirect counts as success: where it is enough that a server is there. */
  redirects?: boolean;
}

/** Sends one GET for a well-known path and looks only at the status. Redirects are not followed. */
export async function checkHttp(
  trail: Trail,
  url: URL,
  { permit, redirects = false }: HttpCheck,
): Promise<void> {
  const line = await dial(trail, endpointOf(url), permit, { tls: url.protocol === "https:" });
  try {
    await trail.step(
      "Answer",
      async () => {
        const { status, location } = await get(url, line.socket, trail.signal);
        if (status >= 300 && status < 400 && !redirects) throw redirected(location);
        if (status >= 500) throw broken(status);
        return status;
      },
      (status) => `A server answers at ${url.pathname}, with status ${status}.`,
    );
  } finally {
    line.socket.destroy();
  }
}

async function get(url: URL, socket: Socket, signal: AbortSignal) {
  const asked = request({
    createConnection: () => socket,
    path: `${url.pathname}${url.search}`,
    headers: { host: url.host, accept: "*/*", "user-agent": "instance-admin-check", connection: "close" },
    signal,
  });
  asked.end();
  const [answer] = (await once(asked, "response")) as [IncomingMessage];
  answer.resume();
  const { statusCode = 0, headers } = answer;
  return { status: statusCode, location: headers.location };
}

function redirected(location: string | undefined): CheckFailure {
  const place =
    location === undefined || !URL.canParse(location) ? "another address" : new URL(location).origin;
  return new CheckFailure(
    `It redirects to ${place}. Many clients do not follow redirects: enter the final address instead.`,
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
