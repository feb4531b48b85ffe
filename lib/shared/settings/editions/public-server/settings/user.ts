import { boolean, section, stringList } from "../../../field";
import { mergedLists } from "../merged-lists";
import type { Zod } from "../../../kinds/kind";

const part = (z: Zod) =>
  z
    .string()
    .check(
      z.trim(),
      z.minLength(1, "Enter a word."),
      z.maxLength(100, "Use at most 100 characters for a word."),
    );

export const user = section({
  id: "user",
  group: "people",
  title: "Names and invites",
  description: "Which usernames are refused, and whether bots may use invites.",
  cards: [
    {
      title: "Refused usernames",
      description: "These rules apply to new names. Existing accounts keep their names.",
      fields: [
        stringList("user.blockedContains", {
          label: "Refused words in usernames",
          help: "Refuses every name that contains one of these words, such as “support” to prevent impersonation. Short words also refuse many harmless names.",
          default: mergedLists["user.blockedContains"] as readonly string[],
          item: "word",
          itemSchema: part,
          placeholder: "support",
          synonyms: [
            "blocklist",
            "forbidden names",
            "forbidden usernames",
            "impersonation",
            "profanity",
            "banned words",
          ],
        }),
        stringList("user.blockedEquals", {
          label: "Refused whole usernames",
          help: "Refuses exactly these names. Names that only contain one of them are accepted.",
          default: mergedLists["user.blockedEquals"] as readonly string[],
          item: "name",
          itemSchema: part,
          placeholder: "everyone",
          synonyms: ["blocklist", "forbidden names", "reserved names", "here"],
        }),
      ],
    },
    {
      title: "Bots",
      fields: [
        boolean("user.botsCanUseInvites", {
          label: "Let bots join by invite",
          help: "Bots can join a guild through an invite link, as people do. When off, a manager of the guild has to authorize each bot.",
          default: false,
          synonyms: ["applications", "invitation", "add bot"],
        }),
      ],
    },
  ],
});
