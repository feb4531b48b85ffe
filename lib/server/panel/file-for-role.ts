import "server-only";
import type { FileSummary } from "@/lib/shared/contract/config-snapshot";
import { type Role, VIEWER_REASON } from "@/lib/shared/role";

export const fileFor = <F extends Pick<FileSummary, "file">>(role: Role, document: F): F =>
  role === "viewer"
    ? { ...document, file: { ...document.file, readOnly: VIEWER_REASON, canCompose: false } }
    : document;
