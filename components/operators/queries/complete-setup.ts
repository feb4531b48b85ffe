import type { ConnectionChoice } from "@/lib/shared/contract/connection";
import { request } from "@/components/shell/queries/call";

/**
 * Creates the first operator and the operator's guild (`POST /api/setup`).
 * @throws RequestError 403 if the setup link is no longer valid, 409 if setup is complete, 422 with `problems`
 */
export const completeSetup = async (input: {
  token: string;
  username: string;
  password: string;
  /** Set only in standalone mode. */
  guildName?: string;
  connection?: ConnectionChoice;
}): Promise<void> => {
  const headers = { "content-type": "application/json" };
  await request("/api/setup", { method: "POST", headers, body: JSON.stringify(input) });
};
