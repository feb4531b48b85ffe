import "server-only";
import { AppError } from "@/lib/errors";
import { bodyOf } from "@/lib/server/http/api/body";
import type { WholeRequest } from "@/lib/server/http/door";

/** @throws AppError `unsupported-media-type`, `body-too-large`, `malformed-json` */
export function documentIn(request: WholeRequest): string {
  const type = request.header("content-type") ?? "";
  if (!/^application\/(?:[\w.-]+\+)?json\s*(?:;|$)/i.test(type))
    throw new AppError(
      "unsupported-media-type",
      "Send the document as JSON, with Content-Type: application/json.",
    );
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bodyOf(request));
  } catch (cause) {
    throw new AppError(
      "malformed-json",
      "The document is not valid UTF-8. Save it as UTF-8 and send it again.",
      {
        cause,
      },
    );
  }
}
