import { boolean, secret, section, stringList, text, url } from "../../../field";
import { mergedLists } from "../built-in";
import type { Zod } from "../../../kinds/kind";

const admin = section({
  id: "admin",
  group: "instance",
  title: "Admin service",
  description:
    "Addresses of the admin service that comes with the instance. This panel does not need that service.",
  cards: [
    {
      title: "Addresses",
      fields: [
        url("admin.endpointPublic", {
          label: "Admin public address",
          help: "Announced to clients together with the other addresses. Only needed if you run the admin service.",
          default: null,
          placeholder: "https://admin.chat.example.org",
          synonyms: ["url", "endpoint", "admin api"],
        }),
        url("admin.endpointPrivate", {
          label: "Admin internal address",
          help: "Meant for the other parts of the instance. Unused, so a change has no effect.",
          default: null,
          placeholder: "http://127.0.0.1:3005",
          unused: true,
          synonyms: ["url", "endpoint", "private", "localhost"],
        }),
      ],
    },
  ],
});

/** @param opcode the opcode of the gateway request that the service answers */
const helper = <const P extends string>(path: P, label: string, opcode: number, what: string) =>
  url(path, {
    label,
    help: `Address of a service that answers gateway requests ${opcode}, ${what}. If not set, the gateway answers them itself.`,
    default: null,
    placeholder: "http://127.0.0.1:3010",
    synonyms: ["offload", "worker", "opcode", "scaling", `op ${opcode}`],
  });

const gatewayHelpers = section({
  id: "offload",
  group: "instance",
  title: "Gateway helpers",
  description: "Services that handle expensive requests for the gateway of a large instance.",
  cards: [
    {
      title: "Addresses",
      fields: [
        helper("offload.gateway.guildMembersUrl", "Guild members helper", 8, "which list a guild's members"),
        helper(
          "offload.gateway.guildSyncUrl",
          "Guild sync helper",
          12,
          "which request the state of whole guilds",
        ),
        helper(
          "offload.gateway.lazyRequestUrl",
          "Member list helper",
          14,
          "which request the visible part of a guild",
        ),
        helper(
          "offload.gateway.channelStatusesUrl",
          "Channel statuses helper",
          36,
          "which request the statuses of voice channels",
        ),
        helper(
          "offload.gateway.channelInfoUrl",
          "Channel info helper",
          43,
          "which request details of voice channels",
        ),
      ],
    },
  ],
});

const part = (z: Zod) =>
  z
    .string()
    .check(
      z.trim(),
      z.minLength(1, "Enter a word."),
      z.maxLength(100, "Use at most 100 characters for a word."),
    );

const user = section({
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

const linkPreviews = section({
  id: "embeds",
  group: "community",
  title: "Link previews",
  description: "How the instance fetches websites to show a preview below a link.",
  cards: [
    {
      title: "All websites",
      fields: [
        text("embeds.defaultUserAgent", {
          label: "Link preview user agent",
          help: "How the instance identifies itself to websites. Some websites only allow previews for user agents that they recognize.",
          default: null,
          maxLength: 500,
          placeholder: "Mozilla/5.0 (compatible; ExampleBot/1.0)",
          synonyms: ["embeds", "user-agent", "crawler", "unfurl"],
        }),
      ],
    },
    {
      title: "YouTube",
      fields: [
        boolean("embeds.youtube.useCurlUserAgent", {
          label: "Fetch YouTube as curl",
          help: "Identifies the instance as curl, which YouTube sometimes allows when it refuses other user agents.",
          default: false,
          synonyms: ["embeds", "video", "user-agent"],
        }),
        text("embeds.youtube.userAgent", {
          label: "YouTube user agent",
          help: "How the instance identifies itself when it fetches YouTube pages for previews.",
          default: null,
          maxLength: 500,
          synonyms: ["embeds", "video", "user-agent"],
        }),
        secret("embeds.youtube.cookie", {
          label: "YouTube cookie",
          help: "Sent when the instance fetches YouTube pages for previews. Anyone with an account's cookie can act as that account.",
          default: null,
          synonyms: ["embeds", "video", "consent", "session"],
        }),
      ],
    },
    {
      title: "X (Twitter)",
      fields: [
        secret("external.twitter", {
          label: "X (Twitter) API key",
          help: "The key with which the instance fetches posts for previews.",
          default: null,
          synonyms: ["tweets", "posts", "token", "credentials", "embeds"],
        }),
      ],
    },
  ],
});

/** Maps the id of a section to the sections that the panel shows after this section. */
export const furtherSections = {
  gateway: [gatewayHelpers],
  regions: [admin],
  defaults: [user],
  external: [linkPreviews],
};
