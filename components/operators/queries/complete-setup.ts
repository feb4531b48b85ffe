import type { ConnectionChoice } from "@/lib/shared/contract/connection";
import { sendJson } from "@/components/shell/queries/http";

/**
 * Creates the first operator, and its guild (`POST /api/setup`).
 * @throws RequestError 403 when the link is no longer valid, 409 when setup is complete, 422 with `problems`
 */
export const completeSetup = (input: {
  token: string;
  username: string;
  password: string;
  /** Only if this panel is the instance. */
  guildName?: string;
  connection?: ConnectionChoice;
}) => sendJson<{ username: string }>("POST", "/api/setup", input);
