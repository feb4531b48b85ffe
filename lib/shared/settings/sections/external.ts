import { section } from "../field";

/** The specification names this section and none of its keys. */
export const external = section({
  id: "external",
  group: "community",
  title: "Link previews",
  description:
    "Options of embed providers. The panel knows no settings here. It lists the keys of this section under unrecognized keys and does not change them.",
  cards: [],
});
