import { boolean, choice, secret, section } from "../field";

export const gif = section({
  id: "gif",
  group: "community",
  title: "GIF search",
  description: "The GIF picker in clients, and the service behind it.",
  cards: [
    {
      title: "Search service",
      fields: [
        boolean("gif.enabled", {
          label: "Enable GIF search",
          help: "People can search for GIFs and send them. The service sees what they type.",
          default: true,
        }),
        choice("gif.provider", {
          label: "GIF service",
          help: "The service that provides the GIFs. The instance supports only one.",
          default: "gifProvider1",
          options: [{ value: "gifProvider1", label: "Tenor" }],
        }),
        secret("gif.apiKey", {
          label: "GIF service API key",
          help: "Your key for the service. All instances share the built-in key, which may be throttled.",
          default: null,
          defaultNote: "Built in",
        }),
      ],
    },
  ],
});
