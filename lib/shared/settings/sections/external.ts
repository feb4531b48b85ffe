import { section } from "../field";

/** The specification names this section and none of its keys. */
export const external = section({
  id: "external",
  group: "community",
  title: "Link previews",
  description:
    "Options of embed providers. The panel knows no setting here; keys of this section in the file are kept, and listed under unrecognized keys.",
  cards: [],
});
