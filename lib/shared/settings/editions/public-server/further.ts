import { emailFields } from "./settings/email";

/** Settings of the public server that the specification does not know. */
export const furtherSettings = {
  fields: { ...emailFields },
  cards: {},
  sections: {},
};
