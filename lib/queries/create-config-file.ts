import type { ConfigDocument } from "@/lib/config/document";
import { sendJson } from "./http";

/** Creates a new, empty file where it is missing. @throws RequestError 409 when there is something by now */
export const createConfigFile = () => sendJson<ConfigDocument>("POST", "/api/panel/config/file", {});
