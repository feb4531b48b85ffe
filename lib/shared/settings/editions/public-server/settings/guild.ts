import { isSnowflake } from "@/lib/shared/chat/snowflake";
import { boolean, stringList } from "../../../field";
import type { Zod } from "../../../kinds/kind";

const guildId = (z: Zod) =>
  z.string().check(z.refine(isSnowflake, "Enter a guild's id: digits only, such as 1104236891374919680."));

/** Maps the path of a setting to the fields that the panel shows after this setting. */
export const guildFields = {
  "guild.discovery.showAllGuilds": [
    boolean("guild.discovery.hideJoinedGuilds", {
      label: "Hide joined guilds in discovery",
      help: "Discovery leaves out guilds that a person has already joined.",
      default: true,
      synonyms: ["directory", "own guilds"],
    }),
  ],
  "guild.autoJoin.enabled": [
    stringList("guild.autoJoin.guilds", {
      label: "Auto-join guilds",
      help: "Ids of the guilds that new users join. If the list is empty, new users join no guild.",
      default: [],
      item: "guild",
      itemSchema: guildId,
      placeholder: "1104236891374919680",
      synonyms: ["auto join", "welcome server", "default guild"],
    }),
  ],
  "guild.defaultFeatures": [
    boolean("guild.publicThreadsInvitable", {
      label: "Let members invite to public threads",
      help: "Members of a public thread may add other people to it. When off, they may not.",
      default: false,
      synonyms: ["threads", "invitable"],
    }),
  ],
};
