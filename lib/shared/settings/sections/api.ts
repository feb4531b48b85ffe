import { matching, section, stringList, text, url } from "../field";

/** The number of an API version, such as `9` in `/api/v9`. The file contains the number as text. */
const version = matching(/^[1-9]\d{0,2}$/, "Enter a version number without the v, such as 9.");

export const api = section({
  id: "api",
  group: "instance",
  title: "API",
  description: "Where clients reach the HTTP API, and which versions they may use.",
  cards: [
    {
      title: "Addresses",
      fields: [
        url("api.endpointPublic", {
          label: "API public address",
          help: "Where clients reach the API, usually the base address followed by /api. A wrong address locks out every client, and without an address the instance may refuse to start.",
          default: null,
          placeholder: "https://chat.example.org/api",
          withoutQuery: true,
        }),
        url("api.endpointPrivate", {
          label: "API internal address",
          help: "Where the other parts of the instance reach the API without going through the internet. Clients never see it.",
          default: null,
          placeholder: "http://127.0.0.1:3001",
          withoutQuery: true,
        }),
      ],
    },
    {
      title: "Versions",
      fields: [
        text("api.defaultVersion", {
          label: "Default API version",
          help: "The version for requests that name none. Must be an active version.",
          default: "9",
          schema: version,
          maxLength: 3,
          placeholder: "9",
        }),
        stringList("api.activeVersions", {
          label: "Active API versions",
          help: "The versions that clients may name in a path such as /api/v9. Requests to any other version are refused.",
          default: ["6", "7", "8", "9"],
          item: "version",
          itemSchema: version,
          minItems: 1,
          placeholder: "9",
        }),
      ],
    },
  ],
});
