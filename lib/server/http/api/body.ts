import "server-only";
import { AppError } from "@/lib/errors";
import { type DoorRequest, type WholeRequest, withBody } from "@/lib/server/http/door";
import { parseJson } from "@/lib/shared/json/read";

type Sent = Pick<WholeRequest, "header" | "body">;

/** Whether the content type is `application/json` or ends with `+json`, and the body is uncompressed UTF-8. */
function isJson({ header }: Sent): boolean {
  const [type = "", ...parameters] = (header("content-type") ?? "").toLowerCase().split(";");
  if (!/^\s*application\/(?:[\w.-]+\+)?json\s*$/.test(type)) return false;
  const charset = parameters.find((parameter) => /^\s*charset\s*=/.test(parameter))?.split("=")[1];
  if (charset !== undefined && !/^\s*"?utf-?8"?\s*$/.test(charset)) return false;
  return ["", "identity"].includes((header("content-encoding") ?? "").trim().toLowerCase());
}

/** @param limit in bytes @throws AppError `body-too-large` */
export async function wholeRequest(request: DoorRequest, limit: number): Promise<WholeRequest> {
  const whole = await withBody(request, limit);
  if (whole.body === null)
    throw new AppError("body-too-large", `The body is larger than ${limit} bytes. Send a smaller body.`);
  return whole;
}

/** @throws AppError `body-too-large` */
export function bodyOf({ body }: Pick<Sent, "body">): Uint8Array<ArrayBuffer> {
  if (body === null)
    throw new AppError("body-too-large", "The body is too large for this address. Send a smaller body.");
  return body;
}

/**
 * @throws AppError `body-too-large`, `unsupported-media-type`, `malformed-json` (also for repeated keys,
 * `__proto__` and deep nesting)
 */
export function jsonOf(request: Sent): unknown {
  const bytes = bodyOf(request);
  if (!isJson(request)) {
    throw new AppError(
      "unsupported-media-type",
      "Send the body as JSON, with Content-Type: application/json.",
    );
  }
  try {
    return parseJson(new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes));
  } catch (cause) {
    throw new AppError(
      "malformed-json",
      "The body is not valid JSON in UTF-8, or repeats a key. Correct it and send it again.",
      { cause },
    );
  }
}

/** The instance API has an error for each field instead. @throws AppError the errors of `jsonOf` */
export function wellFormedJsonOf(request: Sent): unknown {
  const value = jsonOf(request);
  if (hasHalfCharacter(value))
    throw new AppError(
      "malformed-json",
      "A text in the body has half of a character (a lone surrogate, such as \\ud800). Remove it and send the body again.",
    );
  return value;
}

/** Whether a key or text has a lone surrogate, which changes when it is stored or displayed. */
function hasHalfCharacter(value: unknown): boolean {
  if (typeof value === "string") return /\p{Surrogate}/u.test(value);
  if (Array.isArray(value)) return value.some(hasHalfCharacter);
  if (typeof value !== "object" || value === null) return false;
  return Object.entries(value).some(([key, item]) => hasHalfCharacter(key) || hasHalfCharacter(item));
}
