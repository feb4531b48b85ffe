import type { ConfigDocument } from "@/lib/config/document";
import { sendJson } from "./http";

/** Lets only the file's owner and its group open it (`POST /api/panel/config/permissions`). @throws RequestError 409 */
export const closeConfigFile = () => sendJson<ConfigDocument>("POST", "/api/panel/config/permissions", {});
