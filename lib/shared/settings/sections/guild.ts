import { boolean, featureList, number, section } from "../field";

export const guild = section({
  id: "guild",
  group: "community",
  title: "Guild options",
  description: "How guilds are found, which of them new people join, and what new guilds can do.",
  cards: [
    {
      title: "Discovery",
      description: "The public directory of guilds.",
      fields: [
        boolean("guild.discovery.showAllGuilds", {
          label: "Every guild is listed",
          help: "Discovery shows all guilds, also those without the DISCOVERABLE feature. Private guilds become visible to everybody on the instance.",
          default: false,
          synonyms: ["directory", "public", "discoverable"],
        }),
        number("guild.discovery.limit", {
          label: "Guilds per page",
          help: "How many guilds one page of discovery holds at most. Large pages load slowly.",
          default: 24,
          min: 1,
          max: 1000,
          unit: "guilds",
          synonyms: ["directory", "page size", "pagination"],
        }),
        number("guild.discovery.offset", {
          label: "Default offset",
          help: "How many guilds the first page of discovery would skip. The instance does not read it, so a change has no effect.",
          default: 0,
          max: 1_000_000,
          unit: "guilds",
          unused: true,
          synonyms: ["directory", "pagination", "skip"],
        }),
        boolean("guild.discovery.useRecommendation", {
          label: "Guilds are recommended",
          help: "Meant to sort discovery by what suits a person. The instance does not read it, so a change has no effect.",
          default: false,
          unused: true,
          synonyms: ["directory", "suggestions"],
        }),
      ],
    },
    {
      title: "Joining on registration",
      fields: [
        boolean("guild.autoJoin.enabled", {
          label: "New users join guilds by themselves",
          help: "Whoever registers becomes a member of the instance's auto-join guilds at once.",
          default: true,
          synonyms: ["auto join", "welcome", "default guild"],
        }),
        boolean("guild.autoJoin.canLeave", {
          label: "Members may leave those guilds",
          help: "People can leave the guilds that they were put into. While this is off they stay members for as long as they have an account.",
          default: true,
          synonyms: ["auto join", "forced"],
        }),
        boolean("guild.autoJoin.bots", {
          label: "Bots join as well",
          help: "New bots become members of the auto-join guilds too, and can read what their permissions there allow.",
          default: false,
          synonyms: ["auto join", "applications"],
        }),
      ],
    },
    {
      title: "New guilds",
      fields: [
        featureList("guild.defaultFeatures", {
          label: "Features of new guilds",
          help: "Every guild gets these features when it is created. Guilds that exist already keep the features they have.",
          default: null,
          suggestions: [
            { value: "ALIASABLE_NAMES", label: "Aliasable names", help: "Names can have aliases." },
            { value: "ANIMATED_ICON", label: "Animated icon", help: "The guild's icon may move." },
            { value: "BANNER", label: "Banner", help: "A picture stands above the channel list." },
            {
              value: "CROSS_CHANNEL_REPLIES",
              label: "Replies across channels",
              help: "A reply may refer to a message of another channel.",
            },
            { value: "DISCOVERABLE", label: "Discoverable", help: "The guild is listed in discovery." },
            {
              value: "GUILD_ONBOARDING",
              label: "Onboarding",
              help: "New members are led through first questions.",
            },
            {
              value: "GUILD_SERVER_GUIDE",
              label: "Server guide",
              help: "New members see a guide to the guild.",
            },
            {
              value: "GUILD_TAGS",
              label: "Guild tags",
              help: "Members can show the guild's tag beside their name.",
            },
            {
              value: "MEMBER_PROFILES",
              label: "Member profiles",
              help: "Members have a profile for this guild.",
            },
            { value: "NEWS", label: "News channels", help: "Channels that others can follow." },
            { value: "ROLE_ICONS", label: "Role icons", help: "Roles may have an icon." },
            { value: "VANITY_URL", label: "Vanity link", help: "An invite link with a name of its own." },
          ],
          synonyms: ["guild features", "flags", "capabilities"],
        }),
      ],
    },
  ],
});
