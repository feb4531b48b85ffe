import { sendJson } from "@/components/shell/queries/http";
import type { RegistrationToken } from "@/lib/shared/contract/instance";

/** Makes new ones at every call. */
export const createRegistrationTokens = async (sizes: { count: number; length: number }) =>
  (await sendJson<{ tokens: RegistrationToken[] }>("POST", "/api/panel/registration-tokens", sizes)).tokens;
