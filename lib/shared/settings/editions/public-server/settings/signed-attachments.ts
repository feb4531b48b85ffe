import * as z from "zod/mini";
import { boolean, secret, text, type Card } from "../../../field";
import { fromFile } from "../environment";

const lifetime = z
  .string()
  .check(
    z.trim(),
    z.regex(/^[1-9]\d{0,8}(?:s|m|h|d|w)$/, "Enter a number with s, m, h, d or w, such as 30m, 24h or 7d."),
  );

export const signedAttachments = {
  title: "Signed attachment addresses",
  description: "Addresses of attachments that expire, so that a leaked one is soon worth nothing.",
  fields: [
    boolean("security.cdnSignUrls", {
      label: "Sign attachment addresses",
      help: "Attachments load only from addresses that the instance has signed, and only for a while. Addresses that people copied into other places stop working.",
      default: false,
      synonyms: ["cdn", "signed urls", "expire", "hotlink", "media"],
    }),
    secret("security.cdnSignatureKey", {
      ...fromFile,
      label: "Attachment signing key",
      help: "Signs the addresses of attachments. The API and the CDN need the same one.",
      default: null,
      defaultNote: "Generated at first start",
      generated: true,
      generateBytes: 32,
      replacing: "Attachment addresses that were signed before stop working.",
      synonyms: ["cdn", "signed urls", "hmac", "signing key"],
    }),
    text("security.cdnSignatureDuration", {
      label: "Signed address lifetime",
      help: "How long a signed address works, as a number with s, m, h, d or w. Short times make clients ask for new addresses more often.",
      default: "24h",
      schema: lifetime,
      maxLength: 10,
      placeholder: "24h",
      synonyms: ["cdn", "expiry", "validity", "duration"],
    }),
    boolean("security.cdnSignatureIncludeIp", {
      label: "Bind signed addresses to the IP address",
      help: "A signed address works only from the IP address that asked for it. Turn it off if people's addresses change often, as on phones.",
      default: true,
      synonyms: ["cdn", "client address", "mobile"],
    }),
    boolean("security.cdnSignatureIncludeUserAgent", {
      label: "Bind signed addresses to the browser",
      help: "A signed address works only with the user agent that asked for it, so it cannot be opened in another program.",
      default: true,
      synonyms: ["cdn", "user agent", "client"],
    }),
  ],
} satisfies Card;
