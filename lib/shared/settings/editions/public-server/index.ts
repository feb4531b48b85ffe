import { formerKeys } from "../former-keys";
import type { Edition, MailWays } from "../edition";
import { apiPath, discovery, startNeeds } from "./addresses";
import { mergedLists } from "./built-in";
import { registry } from "./registry";
import { spelling } from "./spelling";

/**
 * The public server uses STARTTLS only if the settings require it. It signs in to Mailgun with a name from the settings.
 */
const mail: MailWays = {
  smtp: (settings) => ({
    starttls: settings.get("email.smtp.starttls") === true,
    anyCertificate: settings.get("email.smtp.allowInsecure") === true,
  }),
  emailApi1: (settings) => ({
    user: settings.get("email.emailApi1.username") ?? null,
    isEuropean: settings.get("email.emailApi1.isEuropean") === true,
    needs: ["email.emailApi1.username"],
  }),
};

/** The names in its files differ from the specification's (docs/configuration-file.md). */
export const publicServer: Edition = {
  naming: "branded",
  spelledAs: "As written by the public server",
  registry,
  spelling,
  formerKeys,
  startNeeds,
  apiPath,
  answersPing: true,
  isOfOtherServer: true,
  mail,
  // A token from the same minute as the reset stays valid, because the server compares times to the minute.
  tokenReset:
    "Programs that use the old token stop working until you give them the new one. An old token created in the same minute stays valid.",
  takesEffect: "at reload",
  metricsPath: "/metrics",
  versionPath: "/_spacebar/api/version",
  implementation: "spacebar-server-ts",
  describes: { rev: "74df883a", date: "2026-08-22T00:00:00Z" },
  reloadEvent: { exchange: "spacebar", type: "SB_RELOAD_CONFIG" },
  discovery,
  mergedLists,
};
