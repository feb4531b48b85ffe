import * as z from "zod/mini";
import { section, stringList, text, url } from "../field";

/** `9`, as in `/api/v9`. Written as text in the file. */
const version = z
  .string()
  .check(
    z.regex(
      /^[1-9]\d{0,2}$/,
      "Enter a version number as clients write it after the v: digits only, such as 9.",
    ),
  );

export const api = section({
  id: "api",
  group: "instance",
  title: "API",
  description: "Where clients reach the HTTP API, and which of its versions they may use.",
  cards: [
    {
      title: "Addresses",
      fields: [
        url("api.endpointPublic", {
          label: "Public address",
          help: "The address of the API that clients are told, usually the base address followed by /api. A wrong one locks every client out, and an instance without one may refuse to start.",
          default: null,
          placeholder: "https://chat.example.org/api",
          synonyms: ["url", "endpoint", "base url", "host"],
        }),
        url("api.endpointPrivate", {
          label: "Internal address",
          help: "The address at which the other components of the instance reach the API, without the detour over the internet. Clients never see it.",
          default: null,
          placeholder: "http://127.0.0.1:3001",
          synonyms: ["url", "endpoint", "private", "localhost"],
        }),
      ],
    },
    {
      title: "Versions",
      fields: [
        text("api.defaultVersion", {
          label: "Default version",
          help: "The version that answers a request which names none. It has to be one of the active versions.",
          default: "9",
          schema: version,
          maxLength: 3,
          placeholder: "9",
          synonyms: ["v9", "api version"],
        }),
        stringList("api.activeVersions", {
          label: "Active versions",
          help: "The versions that clients may name in a path such as /api/v9. Clients that use a version which is not listed are refused.",
          default: ["6", "7", "8", "9"],
          item: "version",
          itemSchema: version,
          minItems: 1,
          placeholder: "9",
          synonyms: ["allowed versions", "v6", "v7", "v8", "v9", "supported"],
        }),
      ],
    },
  ],
});
