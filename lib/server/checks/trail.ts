import "server-only";
import type { CheckStep } from "@/lib/shared/contract/checks";
import { hideInText } from "@/lib/shared/settings/credentials";

/** Thrown to end the check of an address after a failed step has been recorded. */
class Stopped extends Error {}

/** The check ends if a step fails, the time limit is reached or the check is canceled. */
export class Trail {
  readonly steps: CheckStep[] = [];
  readonly signal: AbortSignal;
  /** When the server's certificate expires (ms since 1970). Undefined without TLS. */
  certificateEnds: number | undefined;

  constructor(
    canceled: AbortSignal,
    readonly limitMs: number,
    private readonly target?: string,
  ) {
    this.signal = AbortSignal.any([canceled, AbortSignal.timeout(limitMs)]);
  }

  async step<T>(name: string, work: () => Promise<T> | T, describe: (result: T) => string): Promise<T> {
    try {
      const result = await unlessAborted(this.signal, work);
      this.note({ name, ok: true, message: describe(result) });
      return result;
    } catch (error) {
      const { confirm } = error instanceof CheckFailure ? error : {};
      this.note({
        name,
        ok: false,
        message: inWords(error, this.limitMs),
        ...(confirm !== undefined && { confirm }),
      });
      throw new Stopped();
    }
  }

  private note(unhidden: CheckStep): void {
    // Hides credentials, because another program's response may repeat what the panel sent.
    const step = { ...unhidden, message: hideInText(unhidden.message) };
    this.steps.push(this.target === undefined ? step : { target: this.target, ...step });
  }

  /** Errors outside a step are bugs and are rethrown. */
  async follow(way: (trail: Trail) => Promise<void>): Promise<CheckStep[]> {
    try {
      await way(this);
    } catch (error) {
      if (!(error instanceof Stopped)) throw error;
    }
    return this.steps;
  }
}

async function unlessAborted<T>(signal: AbortSignal, work: () => Promise<T> | T): Promise<T> {
  signal.throwIfAborted();
  let onAbort = (): void => undefined;
  const aborted = new Promise<never>((_resolve, reject) => {
    onAbort = () => reject(signal.reason as Error);
    signal.addEventListener("abort", onAbort, { once: true });
  });
  try {
    return await Promise.race([work(), aborted]);
  } finally {
    signal.removeEventListener("abort", onAbort);
  }
}

/** The failure of a step. The panel writes its message, so the message may be shown. */
export class CheckFailure extends Error {
  override readonly name = "CheckFailure";

  /** @param confirm the private address (`host:port`) that the check may connect to if an operator confirms it */
  constructor(
    message: string,
    readonly confirm?: string,
  ) {
    super(message);
  }
}

export const NOT_LISTENING =
  "No service is listening on this port. Check the port, and that the service is running.";
const closed =
  "The connection was closed immediately. Check that the port belongs to this service, and whether it expects TLS.";
const unreachable = "The panel's machine cannot reach this address. Check the address and the network.";
const denied = "The panel's machine does not allow this connection. Check its firewall.";
const notTls = "The service does not use TLS on this port. Check the port, or connect without TLS.";
const untrusted =
  "The certificate was issued by an authority that the panel's machine does not trust. Add the authority, or use another certificate.";

/* Error messages are never shown, because they can contain a server's response. A check must not become a way
   to read other services. */
const reasons: Readonly<Record<string, string>> = {
  ENOTFOUND: "This host name does not exist. Check its spelling, and the DNS servers of the panel's machine.",
  EAI_AGAIN: "The DNS server does not answer. Check the network of the panel's machine.",
  ECONNREFUSED: NOT_LISTENING,
  ECONNRESET: closed,
  EPIPE: closed,
  ETIMEDOUT: "No response. Check the address, and whether a firewall blocks the connection.",
  EHOSTUNREACH: unreachable,
  ENETUNREACH: unreachable,
  EADDRNOTAVAIL: unreachable,
  EACCES: denied,
  EPERM: denied,
  EPROTO: notTls,
  ERR_SSL_WRONG_VERSION_NUMBER: notTls,
  ERR_SSL_PACKET_LENGTH_TOO_LONG: notTls,
  CERT_HAS_EXPIRED: "The certificate has expired. Renew it.",
  CERT_NOT_YET_VALID: "The certificate is not valid yet. Check the clocks of both machines.",
  DEPTH_ZERO_SELF_SIGNED_CERT:
    "The certificate is self-signed. Use one from an authority that the panel's machine trusts.",
  SELF_SIGNED_CERT_IN_CHAIN: untrusted,
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: untrusted,
  UNABLE_TO_VERIFY_LEAF_SIGNATURE:
    "The server does not send its full certificate chain. Install the full chain on the server.",
  ERR_TLS_CERT_ALTNAME_INVALID:
    "The certificate is for another host name. Use the name in the certificate, or get a certificate for this name.",
};

function inWords(error: unknown, limitMs: number): string {
  if (error instanceof CheckFailure) return error.message;
  if (error instanceof DOMException && error.name === "TimeoutError") {
    return `No response within ${(limitMs / 1000).toLocaleString("en")} seconds. Check the address, and whether a firewall blocks the connection.`;
  }
  if (error instanceof DOMException && error.name === "AbortError") return "Canceled.";
  for (const code of codesOf(error)) {
    const reason = reasons[code];
    if (reason !== undefined) return reason;
  }
  const [code] = codesOf(error);
  return code === undefined
    ? "The response does not come from this kind of service. Check the address and port."
    : `The connection failed (${code}). Check the address and port.`;
}

function codesOf(error: unknown, depth = 0): string[] {
  if (typeof error !== "object" || error === null || depth > 4) return [];
  const { code, cause, errors } = error as { code?: unknown; cause?: unknown; errors?: unknown };
  const inner = Array.isArray(errors) ? codesOf(errors[0], depth + 1) : codesOf(cause, depth + 1);
  return typeof code === "string" ? [...inner, code] : inner;
}
