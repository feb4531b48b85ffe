import "server-only";
import { get, type IncomingMessage } from "node:http";
import { text as textOf } from "node:stream/consumers";
import { connect as connectTls } from "node:tls";
import * as z from "zod";
import { DAY } from "@/lib/clock";
import { DOCTOR_HEADER, USER_AGENT } from "@/lib/request-headers";
import { parsedJson } from "@/lib/shared/json/value";
import { doctorProof, storedSecret } from "../doctor-proof";
import {
  type Check,
  error,
  ok,
  reason,
  request,
  type Result,
  skipped,
  type Subject,
  TIMEOUT_MS,
  warning,
} from "./finding";

const MIN_CERTIFICATE_DAYS = 14;
/** The size of the largest import, which a proxy must let through. */
const MAX_BODY_BYTES = 2_200_000;
/** An address that a client claims to have. It is reserved for documentation. */
const FORGED = "203.0.113.77";

export const addressChecks: readonly Check[] = [
  ["panel", panel],
  ["public address", publicAddress],
  ["certificate", certificate],
  ["largest import", largestImport],
  ["proxy", proxy],
];

/** Asks the panel itself, at its port or socket. */
async function panel({ env: { host, port } }: Subject): Promise<Result> {
  const name = ["0.0.0.0", "::"].includes(host) ? "localhost" : host;
  const place = typeof port === "string" ? { socketPath: port } : { host: name, port };
  const address =
    typeof port === "string" ? port : `http://${name.includes(":") ? `[${name}]` : name}:${port}`;
  let response: IncomingMessage;
  try {
    response = await new Promise((resolve, reject) => {
      const options = { ...place, path: "/api/health", headers: { "user-agent": USER_AGENT } };
      const sent = get({ ...options, timeout: TIMEOUT_MS }, resolve).once("error", reject);
      sent.once("timeout", () => sent.destroy(new Error("no answer")));
    });
  } catch (caught) {
    // Without a message if "localhost" has several addresses.
    if (caught instanceof Error && "code" in caught && /ECONNREFUSED|ENOENT/.test(String(caught.code)))
      return warning(`Nothing listens at ${address}. Start the panel to check more.`);
    return error(`${address} does not answer (${reason(caught)}).`);
  }
  const text = await textOf(response);
  if (!text.includes('"status"')) return error(`Another program uses ${address}. Choose another PORT.`);
  return response.statusCode === 200
    ? ok(`The panel at ${address} is healthy.`)
    : error(`The panel is not healthy: ${reasonsIn(text)}`);
}

const unhealthy = z.object({ reasons: z.array(z.string()) });

const reasonsIn = (text: string): string =>
  unhealthy.safeParse(parsedJson(text)).data?.reasons.join(" ") ?? text;

async function publicAddress({ env: settings }: Subject): Promise<Result> {
  if (!settings.isAddressKnown)
    return warning(
      "NEXTAUTH_URL is not set, so operators can sign in only from this machine. Set the public address.",
    );
  try {
    const response = await request(`${settings.publicUrl}/api/health`);
    const text = await response.text();
    if (text.includes('"status"')) return ok(`The panel answers at ${settings.publicUrl}.`);
    return error(
      `${settings.publicUrl} answers, but not with the panel (${response.status}). Check the proxy's configuration.`,
    );
  } catch (caught) {
    return error(
      `${settings.publicUrl} (NEXTAUTH_URL) does not answer: ${reason(caught)}. Check the name and the proxy.`,
    );
  }
}

async function certificate({ env: { publicUrl, isHttps, isAddressKnown } }: Subject): Promise<Result> {
  if (!isAddressKnown) return skipped("NEXTAUTH_URL is not set.");
  if (!isHttps)
    return warning(
      `${publicUrl} is not https, so passwords travel in the clear. Put a proxy with TLS before the panel.`,
    );
  const { hostname, port } = new URL(publicUrl);
  const until = await new Promise<string>((resolve, reject) => {
    const socket = connectTls(
      { host: hostname, port: Number(port || 443), servername: hostname, timeout: TIMEOUT_MS },
      () => {
        resolve(socket.getPeerCertificate().valid_to);
        socket.destroy();
      },
    );
    socket.once("error", reject).once("timeout", () => socket.destroy(new Error("no answer")));
  });
  const days = Math.floor((Date.parse(until) - Date.now()) / DAY);
  return days < MIN_CERTIFICATE_DAYS
    ? warning(`The certificate of ${hostname} expires in ${days} days. Check its renewal.`)
    : ok(`The certificate of ${hostname} is valid for ${days} days.`);
}

/** The panel refuses this request before it reads the body. Status 413 is the proxy's. */
async function largestImport({ env: settings }: Subject): Promise<Result> {
  if (!settings.isAddressKnown) return skipped("NEXTAUTH_URL is not set.");
  const body = JSON.stringify({ text: "x".repeat(MAX_BODY_BYTES) });
  const headers = { "content-type": "application/json", origin: settings.publicUrl };
  const { status } = await request(`${settings.publicUrl}/api/panel/config/import`, {
    method: "POST",
    headers,
    body,
  });
  return status === 413
    ? error("The proxy refuses an import of 2 MiB (413). Raise its limit: client_max_body_size 5m in nginx.")
    : ok("The proxy passes an import of 2 MiB.");
}

const arrived = z.object({
  arrived: z.object({ host: z.string(), address: z.string(), forwarded: z.nullable(z.string()) }),
});

async function proxy({ env: settings }: Subject): Promise<Result> {
  const secret = storedSecret(settings);
  if (!settings.isAddressKnown || secret === undefined) return skipped("NEXTAUTH_URL is not set.");
  const headers = { [DOCTOR_HEADER]: doctorProof(secret), "x-forwarded-for": FORGED };
  const answer = await request(`${settings.publicUrl}/api/health`, { headers });
  const { data } = arrived.safeParse(await answer.json().catch(() => null));
  if (!data) return skipped(`The panel does not answer at ${settings.publicUrl}.`);
  const { host, address, forwarded } = data.arrived;
  const expected = new URL(settings.publicUrl).host;
  if (host !== expected)
    return error(
      `Requests for ${expected} arrive with the host ${host}, so sign-in is refused. Let the proxy pass Host, or set NEXTAUTH_URL.`,
    );
  if (address === FORGED)
    return error(
      "Clients can choose their address: the panel believes an X-Forwarded-For that a client sends. Let the proxy append the address, and list only the proxy in TRUSTED_PROXIES.",
    );
  if (forwarded !== null && forwarded !== FORGED && settings.trustedProxies === undefined)
    return warning(
      `Requests arrive with X-Forwarded-For from ${address}, which TRUSTED_PROXIES does not list. If this is your proxy, add it: all clients share its rate limits.`,
    );
  return ok(`Requests for ${expected} arrive with their host, and with the address ${address}.`);
}
