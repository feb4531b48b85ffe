import type { Field } from "../../field";
import { withRepeats } from "../../kinds/string-list";
import { registryOf, type RegisteredSection, specified } from "../../registry";
import { changed } from "../edition";
import { withEntries } from "../edition-file";
import { mergedLists } from "./built-in";
import { changes } from "./changes";
import { further } from "./further";
import { spelling } from "./spelling";

/**
 * Settings of the specification that the server reads only at startup, so a reload does not apply changes to them. An
 * entry that ends with a dot includes all settings below it.
 */
const atStart = [
  "limits.rate.",
  "email.provider",
  "email.smtp.",
  "email.emailApi1.",
  "email.emailApi2.",
  "email.emailApi3.",
  "security.trustedProxies",
  "broker.host",
];

const isReadAtStart = (path: string): boolean =>
  atStart.some((one) => (one.endsWith(".") ? path.startsWith(one) : path === one));

/**
 * Allows repeated entries in lists that the server merges with its default lists. If a list is shorter than
 * the default list, the server adds the remaining default entries, even if the list already contains them. To
 * prevent this, operators repeat entries until their list is as long as the default list.
 */
const asMerged = (field: Field): Field =>
  field.kind === "string-list" && Object.hasOwn(mergedLists, field.path) ? withRepeats(field) : field;

const withEffect = (field: Field): Field =>
  isReadAtStart(field.path) ? { ...field, takesEffect: "at start" } : field;

const merged = (section: RegisteredSection): RegisteredSection => ({
  ...section,
  cards: section.cards.map((card) => ({
    ...card,
    fields: card.fields.map((field) => withEffect(asMerged(field))),
  })),
});

// The section `external` has only one key, which the panel shows with the other settings of link previews.
const sections = withEntries(changed(specified.sections, changes), further, spelling).filter(
  ({ id }) => id !== "external",
);

export const registry = registryOf(sections.map(merged));
