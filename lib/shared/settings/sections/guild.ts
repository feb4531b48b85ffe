import { boolean, featureList, number, section } from "../field";

export const guild = section({
  id: "guild",
  group: "community",
  title: "Guild options",
  description: "How people find guilds, which guilds they join automatically, and what new guilds can do.",
  cards: [
    {
      title: "Discovery",
      description: "The public directory of guilds.",
      fields: [
        boolean("guild.discovery.showAllGuilds", {
          label: "List every guild in discovery",
          help: "Lists all guilds, even those without the DISCOVERABLE feature. Everybody on the instance can then see private guilds.",
          default: false,
        }),
        number("guild.discovery.limit", {
          label: "Guilds per discovery page",
          help: "The most guilds on one page of discovery. Large pages load slowly.",
          default: 24,
          min: 1,
          max: 1000,
          unit: "guilds",
        }),
        number("guild.discovery.offset", {
          label: "Discovery offset",
          help: "Meant to skip this many guilds on the first page. Unused, so a change has no effect.",
          default: 0,
          max: 1_000_000,
          unit: "guilds",
          unused: true,
        }),
        boolean("guild.discovery.useRecommendation", {
          label: "Recommend guilds",
          help: "Meant to sort discovery by relevance to each person. Unused, so a change has no effect.",
          default: false,
          unused: true,
        }),
      ],
    },
    {
      title: "Auto-join",
      fields: [
        boolean("guild.autoJoin.enabled", {
          label: "Add new users to auto-join guilds",
          help: "New users immediately become members of the auto-join guilds.",
          default: true,
        }),
        boolean("guild.autoJoin.canLeave", {
          label: "Let members leave auto-join guilds",
          help: "When off, people cannot leave these guilds.",
          default: true,
        }),
        boolean("guild.autoJoin.bots", {
          label: "Add new bots to auto-join guilds",
          help: "New bots also join these guilds, and can read what their permissions allow.",
          default: false,
        }),
      ],
    },
    {
      title: "New guilds",
      fields: [
        featureList("guild.defaultFeatures", {
          label: "Features of new guilds",
          help: "Every new guild gets these features. Existing guilds do not change.",
          default: null,
          suggestions: [
            { value: "ALIASABLE_NAMES", label: "Aliasable names", help: "Names can have aliases." },
            { value: "ANIMATED_ICON", label: "Animated icon", help: "The icon can be animated." },
            { value: "BANNER", label: "Banner", help: "A picture above the channel list." },
            {
              value: "CROSS_CHANNEL_REPLIES",
              label: "Replies across channels",
              help: "Replies can refer to a message in another channel.",
            },
            { value: "DISCOVERABLE", label: "Discoverable", help: "Lists the guild in discovery." },
            {
              value: "GUILD_ONBOARDING",
              label: "Onboarding",
              help: "New members answer a few questions when they join.",
            },
            {
              value: "GUILD_SERVER_GUIDE",
              label: "Server guide",
              help: "New members see a guide to the guild.",
            },
            {
              value: "GUILD_TAGS",
              label: "Guild tags",
              help: "Members can show the guild's tag next to their name.",
            },
            {
              value: "MEMBER_PROFILES",
              label: "Member profiles",
              help: "Members can have a separate profile in the guild.",
            },
            { value: "NEWS", label: "News channels", help: "Channels that other guilds can follow." },
            { value: "ROLE_ICONS", label: "Role icons", help: "Roles can have an icon." },
            { value: "VANITY_URL", label: "Vanity link", help: "A custom invite link." },
          ],
        }),
      ],
    },
  ],
});
