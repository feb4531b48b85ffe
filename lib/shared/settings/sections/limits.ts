import { bytes, number, section } from "../field";
import { instanceRateLimits, rateLimits, routeRateLimits } from "./limits-rate";

const BILLION = 1_000_000_000;
const TEBIBYTE = 1_099_511_627_776;

export const limits = section({
  id: "limits",
  group: "community",
  title: "Limits",
  description: "Maximum sizes and counts, and how often clients may send requests.",
  cards: [
    {
      title: "Users",
      fields: [
        number("limits.user.maxGuilds", {
          label: "Guilds per user",
          help: "How many guilds a user or bot can be in. Every guild costs the gateway memory for each session.",
          default: 1_048_576,
          max: BILLION,
          unit: "guilds",
        }),
        number("limits.user.maxUsername", {
          label: "Username length",
          help: "Longer names are refused when an account or application is created or renamed.",
          default: 32,
          min: 1,
          max: 1000,
          unit: "characters",
        }),
        number("limits.user.maxFriends", {
          label: "Friends per user",
          help: "How many friends a user can have. A long list makes that user's client slow to start.",
          default: 5000,
          max: 10_000_000,
          unit: "friends",
        }),
        number("limits.user.maxBio", {
          label: "Bio length",
          help: "Longer texts on a user's profile are refused.",
          default: 190,
          max: 1_048_576,
          unit: "characters",
        }),
      ],
    },
    {
      title: "Guilds",
      fields: [
        number("limits.guild.maxRoles", {
          label: "Roles per guild",
          help: "How many roles a guild can have; every bot with permissions takes one. Many roles make requests slower.",
          default: 1000,
          min: 1,
          max: 1_000_000,
          unit: "roles",
        }),
        number("limits.guild.maxEmojis", {
          label: "Emojis per guild",
          help: "How many emojis a guild can upload. Each takes space on the CDN.",
          default: 2000,
          max: 1_000_000,
          unit: "emojis",
        }),
        number("limits.guild.maxMembers", {
          label: "Members per guild",
          help: "Nobody can join a guild that has reached this size. Very large guilds need a strong database.",
          default: 25_000_000,
          min: 1,
          max: BILLION,
          unit: "members",
        }),
        number("limits.guild.maxChannels", {
          label: "Channels per guild",
          help: "How many channels a guild can have, including categories. Every client loads all of them when it connects.",
          default: 65_535,
          min: 1,
          max: 10_000_000,
          unit: "channels",
        }),
        number("limits.guild.maxChannelsInCategory", {
          label: "Channels per category",
          help: "How many channels one category of a guild can hold.",
          default: 65_535,
          max: 10_000_000,
          unit: "channels",
        }),
      ],
    },
    {
      title: "Messages",
      fields: [
        number("limits.message.maxCharacters", {
          label: "Message length",
          help: "Longer messages are refused. Clients may have a lower limit, and very long messages slow them down.",
          default: 1_048_576,
          min: 1,
          max: 100_000_000,
          unit: "characters",
        }),
        number("limits.message.maxTTSCharacters", {
          label: "Text-to-speech message length",
          help: "Messages longer than this are not read aloud.",
          default: 160,
          max: 1_048_576,
          unit: "characters",
        }),
        number("limits.message.maxReactions", {
          label: "Reactions per message",
          help: "How many different reactions one message can collect.",
          default: 2048,
          max: 1_000_000,
          unit: "reactions",
        }),
        bytes("limits.message.maxAttachmentSize", {
          label: "Attachment size per message",
          help: "Total size of all files in one message. The CDN needs enough disk space, and your proxy must accept requests of this size.",
          default: 1_073_741_824,
          max: TEBIBYTE,
        }),
        number("limits.message.maxBulkDelete", {
          label: "Messages per bulk delete",
          help: "How many messages one request can delete. Moderation bots and clients expect at least 100.",
          default: 1000,
          min: 2,
          max: 1_000_000,
          unit: "messages",
        }),
        bytes("limits.message.maxEmbedDownloadSize", {
          label: "Link preview download size",
          help: "How much the instance downloads from a linked website for its preview. Larger pages get no preview; a high value lets anybody make the instance download a lot.",
          default: 5_242_880,
          max: TEBIBYTE,
        }),
      ],
    },
    {
      title: "Channels",
      fields: [
        number("limits.channel.maxPins", {
          label: "Pinned messages per channel",
          help: "How many messages can be pinned in one channel.",
          default: 500,
          max: 1_000_000,
          unit: "messages",
        }),
        number("limits.channel.maxTopic", {
          label: "Topic length",
          help: "Longer descriptions of a channel are refused.",
          default: 1024,
          max: 1_048_576,
          unit: "characters",
        }),
        number("limits.channel.maxWebhooks", {
          label: "Webhooks per channel",
          help: "How many webhooks can post to one channel.",
          default: 100,
          max: 1_000_000,
          unit: "webhooks",
        }),
      ],
    },
    rateLimits,
    routeRateLimits,
    instanceRateLimits,
  ],
});
