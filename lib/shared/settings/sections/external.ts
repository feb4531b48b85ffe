import { section } from "../field";

/** The specification names this section and none of its keys. */
export const external = section({
  id: "external",
  group: "community",
  title: "External",
  description:
    "Options of embed providers. There is no setting here that the panel knows; keys that the file holds in this section are kept as they are and listed under other keys.",
  cards: [],
});
