import "server-only";
import { AppError } from "../errors";
import { parseStrictJson } from "./strict-json";

/** Bytes (spec/decisions.md). */
const MAX_BODY = 64 * 1024;

/**
 * The bytes of a request's or an answer's body, counted while they stream in, so that nobody makes us hold more than
 * the limit.
 * @throws AppError `body-too-large`, or what `refusal` makes
 */
export async function readBytes(
  message: Request | Response,
  limit = MAX_BODY,
  refusal = () => new AppError("body-too-large"),
): Promise<Uint8Array<ArrayBuffer>> {
  const announced = Number(message.headers.get("content-length") ?? 0);
  if (announced > limit) throw refusal();
  // HTTP/1.1: without a length and a transfer coding a request has no body, and there is no stream to wait for.
  if (message instanceof Request && announced === 0 && !message.headers.has("transfer-encoding"))
    return Buffer.alloc(0);
  const chunks: Uint8Array[] = [];
  let size = 0;
  const reader = message.body?.getReader();
  for (let part = await reader?.read(); part?.value; part = await reader?.read()) {
    size += part.value.byteLength;
    if (size > limit) {
      await reader?.cancel();
      throw refusal();
    }
    chunks.push(part.value);
  }
  return Buffer.concat(chunks);
}

/** `application/json`, or a type built on it, in UTF-8 and not compressed. */
function isJson(headers: Headers): boolean {
  const [type = "", ...parameters] = (headers.get("content-type") ?? "").toLowerCase().split(";");
  if (!/^\s*application\/(?:[\w.-]+\+)?json\s*$/.test(type)) return false;
  const charset = parameters.find((parameter) => /^\s*charset\s*=/.test(parameter))?.split("=")[1];
  if (charset !== undefined && !/^\s*"?utf-?8"?\s*$/.test(charset)) return false;
  return ["", "identity"].includes((headers.get("content-encoding") ?? "").trim().toLowerCase());
}

/**
 * The JSON in a request's body; undefined when there is no body.
 * @throws AppError `body-too-large`, `unsupported-media-type`, `malformed-json`
 */
export async function readJson(request: Request): Promise<unknown> {
  const bytes = await readBytes(request);
  if (bytes.byteLength === 0) return undefined;
  if (!isJson(request.headers)) throw new AppError("unsupported-media-type");
  try {
    return parseStrictJson(new TextDecoder("utf-8", { fatal: true }).decode(bytes));
  } catch (cause) {
    throw new AppError("malformed-json", undefined, { cause });
  }
}
