import type { ImportPreview } from "@/lib/shared/contract/history";
import { sendJson } from "@/components/shell/queries/http";

export interface PreviewImport {
  text: string;
  /** `merge` takes what the text sets; `replace` also resets what it does not set. */
  mode: "merge" | "replace";
}

/** What importing a text would change; nothing is written. @throws RequestError 409 when the file is not usable */
export const previewImport = (input: PreviewImport) =>
  sendJson<ImportPreview>("POST", "/api/panel/config/import", input);
