import { boolean, duration, level, number, section } from "../field";

export const defaults = section({
  id: "defaults",
  group: "people",
  title: "Defaults",
  description: "What new accounts and new guilds start with; those that exist keep what they have.",
  cards: [
    {
      title: "New users",
      fields: [
        boolean("defaults.user.premium", {
          label: "New users are premium",
          help: "New accounts get premium features, such as larger uploads and animated avatars, at no charge.",
          default: true,
          synonyms: ["nitro", "subscription", "perks"],
        }),
        level("defaults.user.premiumType", {
          label: "Premium type",
          help: "Which premium tier a new account has. Clients offer features according to it.",
          default: 2,
          options: [
            { value: "0", label: "None" },
            { value: "1", label: "Classic", help: "Shown by clients as Nitro Classic." },
            { value: "2", label: "Full", help: "Shown by clients as Nitro, with every feature." },
            { value: "3", label: "Basic", help: "Shown by clients as Nitro Basic." },
          ],
          synonyms: ["nitro", "subscription", "tier"],
        }),
        boolean("defaults.user.verified", {
          label: "New users count as verified",
          help: "The e-mail address of a new account is taken as verified without a check. Turn it off when the instance can send e-mail and you want addresses to be real.",
          default: true,
          synonyms: ["verification", "confirmation", "mail"],
        }),
      ],
    },
    {
      title: "New guilds",
      fields: [
        number("defaults.guild.maxPresences", {
          label: "Maximum presences",
          help: "For how many members of a guild the online state is tracked. Large values cost memory and traffic on the gateway.",
          default: 250000,
          max: 1_000_000_000,
          unit: "members",
          synonyms: ["online", "status", "activity"],
        }),
        number("defaults.guild.maxVideoChannelUsers", {
          label: "Maximum people in a video call",
          help: "How many may be in a voice channel of a guild while somebody shares video. Every viewer costs the voice server bandwidth.",
          default: 200,
          max: 100_000,
          unit: "people",
          synonyms: ["camera", "screen share", "voice channel"],
        }),
        duration("defaults.guild.afkTimeout", {
          label: "Idle time until moved away",
          help: "Members who are silent in voice for so long are moved to the guild's AFK channel, where it has one.",
          default: 300,
          fileUnit: "s",
          min: 1,
          max: 86_400,
          synonyms: ["afk", "inactive", "voice", "timeout"],
        }),
        level("defaults.guild.defaultMessageNotifications", {
          label: "Notifications",
          help: "Which messages notify the members of a guild until they choose for themselves.",
          default: 1,
          options: [
            { value: "0", label: "All messages", help: "Large guilds become noisy." },
            { value: "1", label: "Only mentions" },
          ],
          synonyms: ["mentions", "push", "alerts"],
        }),
        level("defaults.guild.explicitContentFilter", {
          label: "Filter for explicit content",
          help: "Whose pictures are scanned for explicit content. It needs a scanner on the instance to have an effect.",
          default: 0,
          options: [
            { value: "0", label: "Nobody" },
            { value: "1", label: "Members without a role" },
            { value: "2", label: "All members" },
          ],
          synonyms: ["nsfw", "scan", "safety", "media"],
        }),
      ],
    },
  ],
});
