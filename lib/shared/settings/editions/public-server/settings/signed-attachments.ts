import { boolean, secret, text, type Card } from "../../../field";
import { fromFile } from "../environment";
import type { Zod } from "../../../kinds/kind";

const lifetime = (z: Zod) =>
  z
    .string()
    .check(
      z.trim(),
      z.regex(/^[1-9]\d{0,8}(?:s|m|h|d|w)$/, "Enter a number with s, m, h, d or w, such as 30m, 24h or 7d."),
    );

export const signedAttachments = {
  title: "Signed attachment addresses",
  description: "Attachment addresses that expire, so that a leaked address soon stops working.",
  fields: [
    boolean("security.cdnSignUrls", {
      label: "Sign attachment addresses",
      help: "Attachments load only from addresses that the instance signed, and only for a limited time. Attachment links copied elsewhere stop working.",
      default: false,
      synonyms: ["cdn", "signed urls", "expire", "hotlink", "media"],
    }),
    secret("security.cdnSignatureKey", {
      ...fromFile,
      label: "Attachment signing key",
      help: "Signs attachment addresses. The API and the CDN need the same key.",
      default: null,
      defaultNote: "Generated at first start",
      generated: true,
      generateBytes: 32,
      replacing: "Existing signed attachment addresses stop working.",
      synonyms: ["cdn", "signed urls", "hmac", "signing key"],
    }),
    text("security.cdnSignatureDuration", {
      label: "Signed address lifetime",
      help: "How long a signed address works, as a number with s, m, h, d or w. With short times, clients request new addresses more often.",
      default: "24h",
      schema: lifetime,
      maxLength: 10,
      placeholder: "24h",
      synonyms: ["cdn", "expiry", "validity", "duration"],
    }),
    boolean("security.cdnSignatureIncludeIp", {
      label: "Bind signed addresses to the IP address",
      help: "A signed address works only from the IP address that requested it. Turn this off if people's IP addresses change often, as on phones.",
      default: true,
      synonyms: ["cdn", "client address", "mobile"],
    }),
    boolean("security.cdnSignatureIncludeUserAgent", {
      label: "Bind signed addresses to the browser",
      help: "A signed address works only with the user agent that requested it, so no other program can open it.",
      default: true,
      synonyms: ["cdn", "user agent", "client"],
    }),
  ],
} satisfies Card;
