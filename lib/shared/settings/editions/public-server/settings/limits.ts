import { bytes, duration, number, type Card } from "../../../field";

const TEBIBYTE = 1024 ** 4;

/** Maps the path of a setting to the fields that the panel shows after this setting. */
export const limitFields = {
  "limits.guild.maxEmojis": [
    number("limits.guild.maxStickers", {
      label: "Stickers per guild",
      help: "How many stickers a guild can upload. Each takes space on the CDN.",
      default: 500,
      max: 1_000_000,
      unit: "stickers",
      synonyms: ["sticker", "images"],
    }),
  ],
  "limits.guild.maxMembers": [
    number("limits.guild.maxBulkBanUsers", {
      label: "Users per bulk ban",
      help: "How many users one request can ban from a guild. Moderation bots expect 200.",
      default: 200,
      min: 1,
      max: 1_000_000,
      unit: "users",
      synonyms: ["moderation", "mass ban", "raid"],
    }),
  ],
  "limits.message.maxAttachmentSize": [
    number("limits.message.maxAttachments", {
      label: "Attachments per message",
      help: "How many files one message can carry. Clients may allow fewer.",
      default: 15,
      max: 1000,
      unit: "files",
      synonyms: ["files", "upload", "images"],
    }),
    number("limits.message.maxEmbeds", {
      label: "Link previews per message",
      help: "How many links of a message get a preview. The instance fetches one website for each.",
      default: 20,
      max: 1000,
      unit: "previews",
      synonyms: ["embeds", "links", "unfurl"],
    }),
  ],
  "limits.message.maxBulkDelete": [
    number("limits.message.maxPreloadCount", {
      label: "Channels or messages per preload",
      help: "The most channels or messages that a client can ask for in one preload request. Large requests make the database slow.",
      default: 100,
      min: 1,
      max: 100_000,
      synonyms: ["preload", "message history", "batch"],
    }),
  ],
  "limits.channel.maxPins": [
    number("limits.channel.maxName", {
      label: "Channel name length",
      help: "Longer channel names are refused. Clients may have a lower limit.",
      default: 32,
      min: 1,
      max: 1000,
      unit: "characters",
      synonyms: ["channel title"],
    }),
  ],
};

export const applicationLimits = {
  title: "Applications",
  fields: [
    number("limits.application.maxEmojis", {
      label: "Emojis per application",
      help: "How many emojis an application can upload for its bot. Each takes space on the CDN.",
      default: 100,
      max: 1_000_000,
      unit: "emojis",
      synonyms: ["bot", "emoji", "custom"],
    }),
  ],
} satisfies Card;

export const uploads = {
  title: "Uploads and caching",
  fields: [
    bytes("cdn.maxAttachmentSize", {
      label: "Largest upload",
      help: "The largest file that the CDN accepts. If the attachment size under Limits is smaller, that limit applies.",
      default: 26_214_400,
      max: TEBIBYTE,
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
