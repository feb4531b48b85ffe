import type { Edition } from "../edition";
import { mail } from "./mail";
import { apiPath, discovery, startNeeds } from "./addresses";
import { mergedLists } from "./merged-lists";
import { registry } from "./registry";
import { spelling } from "./spelling";

/**
 * The public open-source server of this kind. Its files use different names from the specification
 * (docs/configuration-file.md).
 */
export const publicServer: Edition = {
  naming: "branded",
  spelledAs: "As written by the public server",
  registry,
  spelling,
  startNeeds,
  apiPath,
  answersPing: true,
  isOfOtherServer: true,
  mail,
  // A token from the same minute as the reset stays valid, because the server compares times to the minute.
  tokenReset:
    "Programs that use the old token stop working until you give them the new one. An old token created in the same minute stays valid.",
  takesEffect: "at reload",
  reloadEvent: { exchange: "spacebar", type: "SB_RELOAD_CONFIG" },
  discovery,
  mergedLists,
};
