import { section, url } from "../../../field";

export const admin = section({
  id: "admin",
  group: "instance",
  title: "Admin service",
  description:
    "Addresses of the admin service that comes with the instance. This panel does not need that service.",
  cards: [
    {
      title: "Addresses",
      fields: [
        url("admin.endpointPublic", {
          label: "Admin public address",
          help: "Announced to clients together with the other addresses. Only needed if you run the admin service.",
          default: null,
          placeholder: "https://admin.chat.example.org",
          synonyms: ["url", "endpoint", "admin api"],
        }),
        url("admin.endpointPrivate", {
          label: "Admin internal address",
          help: "Meant for the other parts of the instance. Unused, so a change has no effect.",
          default: null,
          placeholder: "http://127.0.0.1:3005",
          unused: true,
          synonyms: ["url", "endpoint", "private", "localhost"],
        }),
      ],
    },
  ],
});
