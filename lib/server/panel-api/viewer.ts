import "server-only";
import type { FileSummary } from "@/lib/shared/contract/config-snapshot";
import type { Capabilities, Capability } from "@/lib/shared/contract/instance";
import { type Role, VIEWER_REASON } from "@/lib/shared/role";

/** Returns the file as an operator with this role sees it. For viewers, it is read-only. */
export const fileFor = <F extends Pick<FileSummary, "file">>(role: Role, document: F): F =>
  role === "viewer" ? { ...document, file: { ...document.file, readOnly: VIEWER_REASON } } : document;

const changes: readonly Capability[] = [
  "botMembership",
  "botPictures",
  "botTransfer",
  "guildCare",
  "userCare",
  "userTokens",
  "userBans",
  "registrationTokens",
];

/** Returns the features that an operator with this role can use. */
export const capabilitiesFor = (role: Role, capabilities: Capabilities): Capabilities =>
  role === "viewer"
    ? { ...capabilities, ...Object.fromEntries(changes.map((name) => [name, VIEWER_REASON])) }
    : capabilities;
