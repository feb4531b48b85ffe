import { boolean, email, section, snowflake, text, trimmed, url } from "../field";

/** A host name or a URL, because some instances announce a host name and others a URL. */
const serverName = trimmed(
  /^(https?:\/\/)?(?:\[[0-9a-f:.]+\]|[\p{L}\p{N}](?:(?:[\p{L}\p{N}-]|\.(?!\.))*[\p{L}\p{N}])?)(:(?!0+\/?$)\d{1,5})?\/?$/iu,
  "Enter a host name such as chat.example.org, an address such as https://chat.example.org, or an IPv6 address in brackets.",
);

export const general = section({
  id: "general",
  group: "instance",
  title: "General",
  description: "The instance's name, description and contact.",
  cards: [
    {
      title: "Identity",
      description: "What clients show about the instance.",
      fields: [
        text("general.instanceName", {
          label: "Instance name",
          help: "The name that clients show for this instance, for example on the sign-in page.",
          default: "Chat instance",
          maxLength: 100,
        }),
        text("general.instanceDescription", {
          label: "Instance description",
          help: "A short text for people who decide whether to join. Anybody can read it, signed in or not.",
          default: "A self-hosted chat instance",
          multiline: true,
          maxLength: 2000,
        }),
        text("general.serverName", {
          label: "Server name",
          help: "The host name by which clients and other services know the instance. Without one, the instance may refuse to start.",
          default: null,
          schema: serverName,
          maxLength: 255,
          placeholder: "chat.example.org",
        }),
        url("general.image", {
          label: "Instance image",
          help: "Address of a logo or image that clients may show next to the name. Every client loads it, so the address must be public.",
          default: null,
          placeholder: "https://chat.example.org/logo.png",
        }),
      ],
    },
    {
      title: "Pages and contact",
      fields: [
        url("general.frontPage", {
          label: "Front page",
          help: "Address of a website about this instance. Clients link to it.",
          default: null,
          placeholder: "https://chat.example.org",
        }),
        url("general.tosPage", {
          label: "Terms of service",
          help: "Address of the rules that people accept when they register. Clients link to it from the registration form.",
          default: null,
          placeholder: "https://chat.example.org/terms",
        }),
        email("general.correspondenceEmail", {
          label: "Contact email",
          help: "Public contact address of the instance's operators. It is also the sender of all email if no sender address is set.",
          default: null,
        }),
        snowflake("general.correspondenceUserID", {
          label: "Contact user",
          help: "Id of a user whom people can message about this instance. The id is public.",
          default: null,
          of: "user",
        }),
      ],
    },
    {
      title: "Bots",
      fields: [
        boolean("general.autoCreateBotUsers", {
          label: "Create a bot with every application",
          help: "Creating an application also creates its bot. When off, the owner creates the bot in a second step.",
          default: false,
        }),
      ],
    },
    {
      title: "Instance id",
      fields: [
        snowflake("general.instanceId", {
          label: "Instance id",
          help: "A number that identifies this instance, generated at its first start. If it changes, clients may treat the instance as a different one.",
          default: null,
          defaultNote: "Generated at first start",
          of: "instance",
          deprecated: "Newer clients ignore the id, and there is no replacement. Do not change it.",
        }),
      ],
    },
  ],
});
