import { boolean, matching, regionList, section, text } from "../field";

const regionId = matching(
  /^[\w-]{1,64}$/,
  "Enter the id of a region: letters, digits, hyphens and underscores only.",
);

export const regions = section({
  id: "regions",
  group: "instance",
  title: "Voice regions",
  description: "The voice servers that people can choose from, and the default.",
  cards: [
    {
      title: "Choosing a region",
      fields: [
        text("regions.default", {
          label: "Default region",
          help: "Used for calls when nobody chose another region. Calls fail if it is not one of the available regions.",
          default: "default",
          schema: regionId,
          maxLength: 64,
        }),
        boolean("regions.useDefaultAsOptimal", {
          label: "Recommend the default region",
          help: "Recommends the default region to all clients. When off, the instance recommends the region nearest to each person's IP address.",
          default: true,
        }),
      ],
    },
    {
      title: "Regions",
      fields: [
        regionList("regions.available", {
          label: "Available regions",
          help: "Every voice server, with its display name and its host:port. Removing a region ends its calls at the next restart.",
          default: [],
        }),
      ],
    },
  ],
});
