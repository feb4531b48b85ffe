import { section, url } from "../../../field";

export const admin = section({
  id: "admin",
  group: "instance",
  title: "Admin service",
  description: "Where the instance's own admin service is reached. This panel does not need it.",
  cards: [
    {
      title: "Addresses",
      fields: [
        url("admin.endpointPublic", {
          label: "Admin public address",
          help: "Announced to clients together with the other addresses. Not needed while you do not run that service.",
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
