import type { Field } from "../../field";
import { withRepeats } from "../../kinds/string-list";
import { registryOf, type RegisteredSection, specified } from "../../registry";
import { extended } from "../edition";
import { changes } from "./changes";
import { furtherCards } from "./settings/cards";
import { furtherFields } from "./settings/fields";
import { furtherSections } from "./settings/sections";
import { mergedLists } from "./built-in";

/**
 * Settings that the server reads only at startup, so a reload does not apply changes to them. An entry that
 * ends with a dot includes all settings below it.
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
  "integrations.gifs.klipy.",
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

const sections = extended(specified.sections, {
  further: { fields: furtherFields, cards: furtherCards, sections: furtherSections },
  changes,
  // This section has only one key, which the panel shows with the other settings of link previews.
  without: ["external"],
});

export const registry = registryOf(sections.map(merged));
