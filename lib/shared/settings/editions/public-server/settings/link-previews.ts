import { boolean, secret, section, text } from "../../../field";

export const linkPreviews = section({
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
