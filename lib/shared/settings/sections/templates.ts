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
          help: "Guilds can be created from templates. When off, the other settings here have no effect.",
          default: true,
          synonyms: ["blueprint", "guild template"],
        }),
        boolean("templates.allowTemplateCreation", {
          label: "Allow new templates",
          help: "People can turn a guild that they manage into a template. Existing templates keep working when this is off.",
          default: true,
          synonyms: ["create template", "blueprint"],
        }),
      ],
    },
    {
      title: "Outside templates",
      fields: [
        boolean("templates.allowDiscordTemplates", {
          label: "Allow Discord templates",
          help: "People can use a template link of Discord. The instance then fetches the template, which reveals its address to Discord.",
          default: true,
          synonyms: ["import", "external platform", "fetch"],
        }),
        boolean("templates.allowRaws", {
          label: "Allow raw templates",
          help: "Clients may send the template data themselves. Whoever can create guilds then decides what such a guild holds.",
          default: true,
          synonyms: ["import", "json", "raw guild template"],
        }),
      ],
    },
  ],
});
