import { boolean, choice, secret, section } from "../field";

export const gif = section({
  id: "gif",
  group: "community",
  title: "GIF search",
  description: "The GIF picker of the clients, and the service behind it.",
  cards: [
    {
      title: "Search service",
      fields: [
        boolean("gif.enabled", {
          label: "GIF search is on",
          help: "People can search for GIFs and send them. What they type into the search goes to the service.",
          default: true,
          synonyms: ["tenor", "gifs", "picker", "animated"],
        }),
        choice("gif.provider", {
          label: "Service",
          help: "The service that is searched. There is only one that the instance can talk to.",
          default: "gifProvider1",
          options: [{ value: "gifProvider1", label: "Tenor" }],
          synonyms: ["tenor", "provider"],
        }),
        secret("gif.apiKey", {
          label: "API key",
          help: "Your key for the service. The built-in one is shared with every other instance and may be throttled.",
          default: null,
          defaultNote: "Built into the instance",
          synonyms: ["tenor", "token", "credentials"],
        }),
      ],
    },
  ],
});
