import type { ConfigSnapshot } from "@/lib/shared/contract/config-snapshot";
import { sendJson } from "@/components/shell/queries/http";

/** Restricts access to the file to its owner and group (`POST /api/panel/config/permissions`). @throws RequestError 409 */
export const closeConfigFile = () => sendJson<ConfigSnapshot>("POST", "/api/panel/config/permissions", {});
