import { boolean, section } from "../field";

export const templates = section({
  id: "templates",
  group: "community",
  title: "Guild templates",
  description: "Blueprints of channels and roles for new guilds.",
  cards: [
    {
      title: "Using templates",
      fields: [
        boolean("templates.enabled", {
          label: "Enable guild templates",
          help: "People can create guilds from templates. When off, the other settings here have no effect.",
          default: true,
        }),
        boolean("templates.allowTemplateCreation", {
          label: "Allow new templates",
          help: "People can turn a guild that they manage into a template. Existing templates keep working when this is off.",
          default: true,
        }),
      ],
    },
    {
      title: "Outside templates",
      fields: [
        boolean("templates.allowDiscordTemplates", {
          label: "Allow Discord templates",
          help: "People can use template links from Discord. The instance fetches the template, which reveals the instance's address to Discord.",
          default: true,
        }),
        boolean("templates.allowRaws", {
          label: "Allow raw templates",
          help: "Clients can send template data directly. Anybody who can create guilds can then fill a new guild with any content.",
          default: true,
        }),
      ],
    },
  ],
});
