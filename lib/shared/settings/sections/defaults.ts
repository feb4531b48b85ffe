import { boolean, duration, level, number, section } from "../field";

export const defaults = section({
  id: "defaults",
  group: "people",
  title: "Defaults",
  description: "Initial settings of new accounts and guilds. Existing accounts and guilds do not change.",
  cards: [
    {
      title: "New users",
      fields: [
        boolean("defaults.user.premium", {
          label: "Make new users premium",
          help: "Gives new accounts premium features, such as larger uploads and animated avatars, at no charge.",
          default: true,
        }),
        level("defaults.user.premiumType", {
          label: "Premium tier",
          help: "Decides which premium features clients offer to a new account.",
          default: 2,
          options: [
            { value: "0", label: "None" },
            { value: "1", label: "Classic", help: "Shown by clients as Nitro Classic." },
            { value: "2", label: "Full", help: "Shown by clients as Nitro, with every feature." },
            { value: "3", label: "Basic", help: "Shown by clients as Nitro Basic." },
          ],
        }),
        boolean("defaults.user.verified", {
          label: "Treat new users as verified",
          help: "Skips verification of a new account's email address. Turn this off if the instance can send email and you want verified addresses.",
          default: true,
        }),
      ],
    },
    {
      title: "New guilds",
      fields: [
        number("defaults.guild.maxPresences", {
          label: "Tracked presences per guild",
          help: "The number of members of a new guild whose online status is tracked. Large values cost the gateway memory and traffic.",
          default: 250000,
          max: 1_000_000_000,
          unit: "members",
        }),
        number("defaults.guild.maxVideoChannelUsers", {
          label: "People per video call",
          help: "How many people can be in a voice channel while somebody shares video. Every viewer costs the voice server bandwidth.",
          default: 200,
          max: 100_000,
          unit: "people",
        }),
        duration("defaults.guild.afkTimeout", {
          label: "Time until AFK",
          help: "Members who are silent in voice for this long are moved to the guild's AFK channel, if it has one.",
          default: 300,
          fileUnit: "s",
          min: 1,
          max: 86_400,
        }),
        level("defaults.guild.defaultMessageNotifications", {
          label: "Notifications in new guilds",
          help: "Which messages notify members until they change the setting.",
          default: 1,
          options: [
            { value: "0", label: "All messages", help: "Large guilds become noisy." },
            { value: "1", label: "Mentions only" },
          ],
        }),
        level("defaults.guild.explicitContentFilter", {
          label: "Explicit content filter",
          help: "Whose images are scanned for explicit content in new guilds. The instance needs a scanner.",
          default: 0,
          options: [
            { value: "0", label: "Nobody" },
            { value: "1", label: "Members without a role" },
            { value: "2", label: "All members" },
          ],
        }),
      ],
    },
  ],
});
