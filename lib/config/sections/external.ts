import { section } from "../field";

/** The specification names the section and none of its keys (2.3, "Fields of the external section: not shown"). */
export const external = section({
  id: "external",
  group: "community",
  title: "External",
  description:
    "Options of embed providers. There is no setting here that the panel knows; keys that the file holds in this section are kept as they are and listed under other keys.",
  cards: [],
});
