import "server-only";
import { AppError } from "@/lib/errors";
import { endpoint } from "../endpoint";

/** `GET /gateway` (docs/instance-api.md). @throws AppError `not-found` while `gateway.endpointPublic` is not set */
export const gateway = endpoint({
  callers: "open",
  async handle({ settings }) {
    const url = settings.get("gateway.endpointPublic");
    if (url === null) throw new AppError("not-found");
    return { url };
  },
});
