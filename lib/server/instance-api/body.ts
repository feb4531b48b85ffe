import "server-only";
import type { DoorRequest } from "@/lib/server/door";
import { parseJson } from "@/lib/shared/json/parse";
import { AppError } from "@/lib/errors";

/** `application/json`, or a type built on it, in UTF-8 and not compressed. */
function isJson({ header }: DoorRequest): boolean {
  const [type = "", ...parameters] = (header("content-type") ?? "").toLowerCase().split(";");
  if (!/^\s*application\/(?:[\w.-]+\+)?json\s*$/.test(type)) return false;
  const charset = parameters.find((parameter) => /^\s*charset\s*=/.test(parameter))?.split("=")[1];
  if (charset !== undefined && !/^\s*"?utf-?8"?\s*$/.test(charset)) return false;
  return ["", "identity"].includes((header("content-encoding") ?? "").trim().toLowerCase());
}

/**
 * The bytes of a request's body.
 * @throws AppError `body-too-large`
 */
export function bodyOf({ body }: DoorRequest): Uint8Array<ArrayBuffer> {
  if (body === null) throw new AppError("body-too-large");
  return body;
}

/**
 * The JSON in a request's body; undefined when there is no body.
 * @throws AppError `body-too-large`, `unsupported-media-type`, `malformed-json`
 */
export function readJson(request: DoorRequest): unknown {
  const bytes = bodyOf(request);
  if (bytes.byteLength === 0) return undefined;
  if (!isJson(request)) throw new AppError("unsupported-media-type");
  try {
    return parseJson(new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes));
  } catch (cause) {
    throw new AppError("malformed-json", undefined, { cause });
  }
}
