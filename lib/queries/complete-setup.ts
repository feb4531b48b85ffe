import { sendJson } from "./http";

/**
 * Creates the first operator, and its guild (`POST /api/setup`).
 * @throws RequestError 403 when the link is not valid any more, 409 when set-up is over, 422 with `problems`
 */
export const completeSetup = (input: {
  token: string;
  username: string;
  password: string;
  /** Only where the directory is the panel's own. */
  guildName?: string;
}) => sendJson<{ username: string }>("POST", "/api/setup", input);
