import type { Card } from "../../../field";
import { boolean, bytes, duration, number, secret, stringList, text, trimmed } from "../../../field";
import { fromFile, mergedLists } from "../built-in";
import type { Schema, Zod } from "../../../kinds/kind";

const threatTypes = mergedLists["register.blockIpDataCoThreatTypes"];
const networkTypes = ["business", "education", "government", "hosting", "isp"] as const;

// The server writes an empty list as a list with one empty string.
const orNothing = (schema: Schema<string>, message: string) => (z: Zod) =>
  z.union([z.literal(""), schema(z)], message);

const asn = (z: Zod) => z.string().check(z.regex(/^AS\d{1,10}$/));

/**
 * Settings for the services that check the IP addresses of new users. In the file, the API keys of these services and
 * some of their limits are in other sections.
 */
const abuseProtection = {
  title: "Abuse protection",
  description: "Sends the IP address of each new user to other services for checking.",
  fields: [
    boolean("register.enableAbuseIpDb", {
      label: "Check registrations with AbuseIPDB",
      help: "Refuses people whose IP address others have reported for abuse. Needs the AbuseIPDB API key.",
      default: false,
      synonyms: ["abuseipdb", "abuse", "spam accounts", "reputation", "ip"],
    }),
    secret("security.abuseIpDbApiKey", {
      ...fromFile(),
      label: "AbuseIPDB API key",
      help: "Your key for AbuseIPDB. Its plan limits how many addresses can be looked up in a day.",
      default: null,
      synonyms: ["abuse", "token", "credentials"],
    }),
    number("register.blockAbuseIpDbAboveScore", {
      label: "Lowest refused AbuseIPDB score",
      help: "Addresses with this confidence score or a higher one cannot register. Lower values refuse more people, and 0 may refuse everybody.",
      default: 75,
      max: 100,
      synonyms: ["abuse", "confidence", "threshold"],
    }),
    number("security.abuseipdbBlacklistRatelimit", {
      label: "AbuseIPDB blacklist downloads per day",
      help: "How often the instance fetches the list of reported addresses. The free plan of AbuseIPDB allows five a day.",
      default: 5,
      max: 10_000,
      unit: "downloads",
      synonyms: ["abuse", "rate limit", "blocklist"],
    }),
    number("security.abuseipdbConfidenceScoreTreshold", {
      label: "Lowest score on the AbuseIPDB blacklist",
      help: "The instance fetches addresses with this confidence score or a higher one. Lower values make the blacklist longer.",
      default: 50,
      min: 25,
      max: 100,
      synonyms: ["abuse", "threshold", "confidence", "blocklist"],
    }),
    boolean("register.enableIpData", {
      label: "Check registrations with ipdata",
      help: "Refuses people based on their IP address: known threats, the type of network, or the network itself. Needs the ipdata API key under Security.",
      default: false,
      synonyms: ["vpn", "proxy", "tor", "abuse", "geolocation"],
    }),
    stringList("register.blockIpDataCoThreatTypes", {
      label: "Refused threat types",
      help: "Threats that block a registration. “datacenter”, “proxy” and “icloud_relay” also affect people who use a VPN for good reasons.",
      default: threatTypes as readonly string[],
      item: "threat type",
      itemSchema: (z: Zod) => z.enum(threatTypes, `Use one of: ${threatTypes.join(", ")}.`),
      placeholder: "tor",
      synonyms: [
        "vpn",
        "block vpn",
        "proxy",
        "block tor",
        "tor exit nodes",
        "datacenter",
        "anonymous",
        "attacker",
        "ipdata",
      ],
    }),
    stringList("register.blockAsnTypes", {
      label: "Refused network types",
      help: "Types of network that nobody can register from: business, education, government, hosting or isp. Refusing isp blocks nearly everybody.",
      default: mergedLists["register.blockAsnTypes"] as readonly string[],
      defaultNote: "None refused",
      item: "network type",
      itemSchema: orNothing((z) => z.enum(networkTypes), `Use one of: ${networkTypes.join(", ")}.`),
      placeholder: "hosting",
      synonyms: ["asn", "datacenter", "hosting", "provider", "ipdata"],
    }),
    stringList("register.blockAsns", {
      label: "Refused networks",
      help: "Numbers (ASN) of networks that nobody can register from. Every customer of such a provider is refused.",
      default: mergedLists["register.blockAsns"] as readonly string[],
      defaultNote: "None refused",
      item: "network",
      itemSchema: orNothing(asn, "Enter a network number, such as AS64496."),
      placeholder: "AS64496",
      synonyms: ["asn", "autonomous system", "provider", "ipdata"],
    }),
  ],
} satisfies Card;

const lifetime = trimmed(
  /^[1-9]\d{0,8}(?:s|m|h|d|w)$/,
  "Enter a number with s, m, h, d or w, such as 30m, 24h or 7d.",
);

const signedAttachments = {
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
      ...fromFile(),
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

const klipy = {
  title: "Klipy",
  description:
    "Klipy is the only GIF service that works. It also answers searches that clients send to Tenor.",
  fields: [
    boolean("integrations.gifs.klipy.enabled", {
      label: "Search GIFs with Klipy",
      help: "People can search for GIFs and send them. Klipy sees what they type. Needs an API key.",
      default: false,
      synonyms: ["gif", "gifs", "picker", "tenor", "animated"],
    }),
    secret("integrations.gifs.klipy.apiKey", {
      ...fromFile(),
      label: "Klipy API key",
      help: "Your key for Klipy. Enter it here, or name a file that holds it below.",
      default: null,
      synonyms: ["gif key", "token", "credentials"],
    }),
    text("integrations.gifs.klipy.apiKeyPath", {
      label: "File with the Klipy API key",
      help: "Path of a file on the instance's machine that contains the key, so that the key is not stored in this file.",
      default: null,
      maxLength: 4096,
      placeholder: "/run/secrets/klipy-key",
      synonyms: ["gif", "secret file", "path"],
    }),
  ],
} satisfies Card;

const applicationLimits = {
  title: "Applications",
  fields: [
    number("limits.application.maxEmojis", {
      label: "Emojis per application",
      help: "How many emojis an application can upload for its bot. Each takes space on the CDN.",
      default: 100,
      max: 1_000_000,
      unit: "emojis",
      synonyms: ["bot emojis"],
    }),
  ],
} satisfies Card;

const uploads = {
  title: "Uploads and caching",
  fields: [
    bytes("cdn.maxAttachmentSize", {
      label: "Largest upload",
      help: "The largest file that the CDN accepts. If the attachment size under Limits is smaller, that limit applies.",
      default: 26_214_400,
      max: 1024 ** 4,
      synonyms: ["file size", "attachment", "413"],
    }),
    duration("cdn.proxyCacheHeaderSeconds", {
      label: "Proxied image caching",
      help: "How long browsers may cache the images of linked websites. Longer times save traffic, but changed images appear later.",
      default: 86_400,
      fileUnit: "s",
      max: 31_536_000,
      synonyms: ["cache-control", "image proxy", "max-age"],
    }),
  ],
} satisfies Card;

const componentLimits = {
  title: "Message components",
  fields: [
    number("components.mediaGalleryLimit", {
      label: "Media per gallery",
      help: "How many pictures and videos a bot can put into one gallery of a message.",
      default: 10,
      min: 1,
      max: 1000,
      unit: "media",
      synonyms: ["components", "images", "gallery", "bots"],
    }),
    number("components.actionRowLimit", {
      label: "Button rows per message",
      help: "How many rows of buttons or menus a bot can put into one message.",
      default: 5,
      min: 1,
      max: 1000,
      unit: "rows",
      synonyms: ["components", "buttons", "action row", "bots"],
    }),
  ],
} as const;

/** Maps the id of a section to the cards that the panel shows at its end. */
export const furtherCards = {
  cdn: [uploads],
  register: [abuseProtection],
  security: [signedAttachments],
  limits: [applicationLimits, componentLimits],
  gif: [klipy],
};
