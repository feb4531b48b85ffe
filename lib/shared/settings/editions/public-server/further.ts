import { abuseProtection } from "./settings/abuse-protection";
import { admin } from "./settings/admin";
import { emailFields } from "./settings/email";
import { gatewayHelpers } from "./settings/gateway-helpers";
import { guildFields } from "./settings/guild";
import { klipy } from "./settings/klipy";
import { applicationLimits, limitFields, uploads } from "./settings/limits";
import { linkPreviews } from "./settings/link-previews";
import { signedAttachments } from "./settings/signed-attachments";
import { user } from "./settings/user";

/** Settings of the public server that the specification does not have, and where the panel shows them. */
export const furtherSettings = {
  fields: { ...emailFields, ...limitFields, ...guildFields },
  cards: {
    cdn: [uploads],
    register: [abuseProtection],
    security: [signedAttachments],
    limits: [applicationLimits],
    gif: [klipy],
  },
  sections: {
    gateway: [gatewayHelpers],
    regions: [admin],
    defaults: [user],
    external: [linkPreviews],
  },
};
