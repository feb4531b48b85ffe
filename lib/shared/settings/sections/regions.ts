import * as z from "zod/mini";
import { boolean, regionList, section, text } from "../field";

const regionId = z
  .string()
  .check(z.regex(/^[\w-]{1,64}$/, "Enter the id of a region: letters, digits, hyphens and underscores."));

export const regions = section({
  id: "regions",
  group: "instance",
  title: "Voice regions",
  description: "The voice servers that people can choose from, and the one that is taken when they do not.",
  cards: [
    {
      title: "Choosing a region",
      fields: [
        text("regions.default", {
          label: "Default region",
          help: "Id of the region that carries a call while nobody has picked another. Voice fails when it names a region that is not in the list below.",
          default: "default",
          defaultNote: "Built into the instance",
          schema: regionId,
          maxLength: 64,
          synonyms: ["voice", "server", "rtc"],
        }),
        boolean("regions.useDefaultAsOptimal", {
          label: "The default region is taken as the best one",
          help: "Clients are told to use the default region. While this is off, the region closest to each person is calculated from their IP address.",
          default: true,
          synonyms: ["optimal", "closest", "geo", "latency", "nearest"],
        }),
      ],
    },
    {
      title: "Regions",
      fields: [
        regionList("regions.available", {
          label: "Available regions",
          help: "Every voice server with its id, its name as people see it, and host:port of its endpoint. People in calls on a region that you remove are cut off at the next start.",
          default: [],
          synonyms: ["voice", "server", "endpoint", "vip", "rtc", "calls"],
        }),
      ],
    },
  ],
});
