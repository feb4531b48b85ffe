import { boolean, section } from "../field";

export const templates = section({
  id: "templates",
  group: "community",
  title: "Guild templates",
  description: "Blueprints of channels and roles from which new guilds can be made.",
  cards: [
    {
      title: "Use of templates",
      fields: [
        boolean("templates.enabled", {
          label: "Templates are on",
          help: "Guilds can be created from templates. While this is off, the other settings here have no effect.",
          default: true,
          synonyms: ["blueprint", "guild template"],
        }),
        boolean("templates.allowTemplateCreation", {
          label: "New templates can be made",
          help: "People can turn a guild that they manage into a template. Existing templates stay usable when this is off.",
          default: true,
          synonyms: ["create template", "blueprint"],
        }),
      ],
    },
    {
      title: "Templates from elsewhere",
      fields: [
        boolean("templates.allowDiscordTemplates", {
          label: "Discord templates can be fetched",
          help: "A template link of Discord can be used here. The instance then asks that platform for the template, which reveals the instance's address to it.",
          default: true,
          synonyms: ["import", "external platform", "fetch"],
        }),
        boolean("templates.allowRaws", {
          label: "Raw templates are accepted",
          help: "A guild can be made from template data that a client sends along, without a stored template. Whoever may create guilds then decides what such a guild holds.",
          default: true,
          synonyms: ["import", "json", "raw guild template"],
        }),
      ],
    },
  ],
});
