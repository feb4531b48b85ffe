import type { ConfigSnapshot } from "@/lib/shared/contract/config-snapshot";
import { sendJson } from "@/components/shell/queries/http";

/** Creates a new, empty file where it is missing. @throws RequestError 409 when a file exists by now */
export const createConfigFile = () => sendJson<ConfigSnapshot>("POST", "/api/panel/config/file", {});
