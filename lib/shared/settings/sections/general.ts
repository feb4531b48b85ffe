import * as z from "zod/mini";
import { boolean, email, section, snowflake, text, url } from "../field";

/** A host name or an address: instances announce either. */
const serverName = z
  .string()
  .check(
    z.trim(),
    z.regex(
      /^(https?:\/\/)?[\p{L}\p{N}]([\p{L}\p{N}.-]*[\p{L}\p{N}])?(:\d{1,5})?\/?$/u,
      "Enter a host name such as chat.example.org, or an address such as https://chat.example.org.",
    ),
  );

export const general = section({
  id: "general",
  group: "instance",
  title: "General",
  description: "How the instance presents itself, and who answers for it.",
  cards: [
    {
      title: "Identity",
      description: "What clients show before and after people sign in.",
      fields: [
        text("general.instanceName", {
          label: "Instance name",
          help: "The name that clients show for this instance, such as on the sign-in page.",
          default: "Chat instance",
          defaultNote: "Built into the instance",
          maxLength: 100,
          synonyms: ["title", "brand", "server title"],
        }),
        text("general.instanceDescription", {
          label: "Instance description",
          help: "A short text about the instance for people who decide whether to join. Anybody can read it, signed in or not.",
          default: "A self-hosted chat instance",
          defaultNote: "Built into the instance",
          multiline: true,
          maxLength: 2000,
          synonyms: ["about", "summary", "motto"],
        }),
        text("general.serverName", {
          label: "Server name",
          help: "The host name under which the instance is known to clients and other services. An instance without one may refuse to start.",
          default: null,
          schema: serverName,
          maxLength: 255,
          placeholder: "chat.example.org",
          synonyms: ["host name", "domain", "fqdn", "address"],
        }),
        url("general.image", {
          label: "Instance image",
          help: "Address of a picture or logo that clients may show beside the name. It is loaded by every client, so it has to be reachable from outside.",
          default: null,
          placeholder: "https://chat.example.org/logo.png",
          synonyms: ["logo", "icon", "picture", "avatar"],
        }),
      ],
    },
    {
      title: "Pages and contact",
      fields: [
        url("general.frontPage", {
          label: "Front page",
          help: "Address of a website about this instance, announced to clients.",
          default: null,
          placeholder: "https://chat.example.org",
          synonyms: ["homepage", "website", "landing page"],
        }),
        url("general.tosPage", {
          label: "Terms of service",
          help: "Address of the rules that people accept when they register. Clients link to it from the registration form.",
          default: null,
          placeholder: "https://chat.example.org/terms",
          synonyms: ["tos", "rules", "legal", "conditions"],
        }),
        email("general.correspondenceEmail", {
          label: "Contact e-mail address",
          help: "Where people can write to whoever runs the instance. It is public, and e-mails are sent from it while no sender address is set under E-mail.",
          default: null,
          synonyms: ["mail", "support", "abuse", "sender"],
        }),
        snowflake("general.correspondenceUserID", {
          label: "Contact user",
          help: "Id of a user of this instance whom people can message about it. The id is public.",
          default: null,
          of: "user",
          synonyms: ["admin", "owner", "support", "staff"],
        }),
      ],
    },
    {
      title: "Bots",
      fields: [
        boolean("general.autoCreateBotUsers", {
          label: "Every new application gets a bot",
          help: "Creating an application also creates its bot user. While this is off, the owner creates the bot in a second step.",
          default: false,
          synonyms: ["application", "automatic", "create bot user"],
        }),
      ],
    },
    {
      title: "Instance id",
      fields: [
        snowflake("general.instanceId", {
          label: "Instance id",
          help: "The id that the instance announces for itself, derived from the moment of its creation. Clients that remember it may treat an instance with another id as a different one.",
          default: null,
          defaultNote: "Generated",
          of: "instance",
          deprecated: "Newer clients do not ask for it. Leave it as it is; nothing replaces it.",
          synonyms: ["snowflake", "identity"],
        }),
      ],
    },
  ],
});
