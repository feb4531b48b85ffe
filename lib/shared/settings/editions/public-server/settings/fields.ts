import { boolean, number, stringList, text } from "../../../field";
import { isSnowflake } from "../../../../chat/snowflake";
import type { Zod } from "../../../kinds/kind";

const guildId = (z: Zod) =>
  z.string().check(z.refine(isSnowflake, "Enter a guild's id: digits only, such as 1104236891374919680."));

/** Maps the path of a setting to the fields that the panel shows after this setting. */
export const furtherFields = {
  "email.smtp.secure": [
    boolean("email.smtp.starttls", {
      label: "Require STARTTLS",
      help: "Encrypts the connection after the greeting, as mail servers on port 587 require. When off, the instance never uses STARTTLS, even if the mail server offers it.",
      default: false,
      synonyms: ["starttls", "tls", "ssl", "encryption", "587", "mail server"],
    }),
    boolean("email.smtp.allowInsecure", {
      label: "Accept any mail server certificate",
      help: "Does not verify the certificate, so anybody on the network path can read the password and every email. Only for a mail server on your own network.",
      default: false,
      synonyms: ["self-signed", "tls", "ssl", "rejectUnauthorized", "insecure", "mail server"],
    }),
  ],
  "email.emailApi1.domain": [
    text("email.emailApi1.username", {
      label: "Mailgun username",
      help: "Sent to Mailgun together with the key, usually “api”. No email is sent without it.",
      default: null,
      maxLength: 200,
      placeholder: "api",
      synonyms: ["mailgun", "user name", "login", "credentials"],
    }),
    boolean("email.emailApi1.isEuropean", {
      label: "Use Mailgun's EU region",
      help: "Turn on for a domain in Mailgun's EU region, off for a domain in the US. With the wrong region, Mailgun does not recognize the domain and no email is sent.",
      default: true,
      synonyms: ["mailgun", "region", "europe", "eu", "us", "api.eu.mailgun.net"],
    }),
  ],
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
