import { section } from "../field";

export const external = section({
  id: "external",
  group: "community",
  title: "Link previews",
  description:
    "Options of embed providers. The panel has no forms for them: it lists them under unrecognized keys and does not change them.",
  cards: [],
});
