import "server-only";

/** A failed step whose message we wrote ourselves, so it is safe to show. */
export class CheckFailure extends Error {
  override readonly name = "CheckFailure";
}

/*
 * Network errors in plain words. The text of an error is never shown: it can contain the response of an unknown server,
 * and a check must not become a way to read other services.
 */
const reasons: Readonly<Record<string, string>> = {
  ENOTFOUND: "No such name. Check its spelling, and the name servers of the machine that the panel runs on.",
  EAI_AGAIN: "The name server does not answer. Check the network of the machine that the panel runs on.",
  ECONNREFUSED: "Nothing listens there. Check the port, and that the service runs.",
  ECONNRESET:
    "The other side hung up. Check that the port belongs to this service, and whether it expects TLS.",
  EPIPE: "The other side hung up. Check that the port belongs to this service, and whether it expects TLS.",
  ETIMEDOUT: "No answer. A firewall may stand in between, or the address is another machine's.",
  EHOSTUNREACH: "There is no way to this address from the machine that the panel runs on.",
  ENETUNREACH: "There is no way to this address from the machine that the panel runs on.",
  EADDRNOTAVAIL: "There is no way to this address from the machine that the panel runs on.",
  EACCES: "The machine that the panel runs on does not allow this connection.",
  EPERM: "The machine that the panel runs on does not allow this connection.",
  EPROTO: "The other side does not speak TLS on this port.",
  ERR_SSL_WRONG_VERSION_NUMBER: "The other side does not speak TLS on this port.",
  ERR_SSL_PACKET_LENGTH_TOO_LONG: "The other side does not speak TLS on this port.",
  CERT_HAS_EXPIRED: "The certificate has expired. Renew it.",
  CERT_NOT_YET_VALID: "The certificate is not valid yet. Check the clocks of both machines.",
  DEPTH_ZERO_SELF_SIGNED_CERT:
    "The certificate is self-signed, so nobody vouches for it. Use one of an authority that the machine trusts.",
  SELF_SIGNED_CERT_IN_CHAIN:
    "The certificate comes from an authority that the machine does not trust. Add the authority, or use another.",
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY:
    "The certificate comes from an authority that the machine does not trust. Add the authority, or use another.",
  UNABLE_TO_VERIFY_LEAF_SIGNATURE:
    "The server does not send its whole certificate chain. Install the full chain there.",
  ERR_TLS_CERT_ALTNAME_INVALID:
    "The certificate is for another name. Use the name that stands in it, or renew it for this one.",
};

/** Why a step failed, for an operator. */
export function inWords(error: unknown, limitMs: number): string {
  if (error instanceof CheckFailure) return error.message;
  if (error instanceof DOMException && error.name === "TimeoutError") {
    return `No answer within ${(limitMs / 1000).toLocaleString("en")} seconds. A firewall may stand in between, or another service listens there.`;
  }
  if (error instanceof DOMException && error.name === "AbortError") return "Cancelled.";
  for (const code of codesOf(error)) {
    const reason = reasons[code];
    if (reason !== undefined) return reason;
  }
  const [code] = codesOf(error);
  return code === undefined
    ? "The other side answered something that this service does not."
    : `The connection failed (${code}).`;
}

/** The codes of an error and of the errors that it wraps, innermost first. */
function codesOf(error: unknown, depth = 0): string[] {
  if (typeof error !== "object" || error === null || depth > 4) return [];
  const { code, cause, errors } = error as { code?: unknown; cause?: unknown; errors?: unknown };
  const inner = Array.isArray(errors) ? codesOf(errors[0], depth + 1) : codesOf(cause, depth + 1);
  return typeof code === "string" ? [...inner, code] : inner;
}
