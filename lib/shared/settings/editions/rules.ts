import type { Naming } from "@/lib/shared/contract/config-snapshot";
import { type Rule, unusedInUse } from "../rules/rule";
import { editionOf, loadedEdition, perEditions } from "./index";
import { listRule } from "./public-server/rules/lists";
import { rules as ofPublicServer } from "./public-server/rules/index";
import { rules as ofSpecification } from "./specification/rules";

/*
 * The rules of each edition. They are not a part of `Edition`, because a browser needs the rules only after an operator
 * has changed a setting.
 */

const byNaming: Readonly<Record<Naming, readonly Rule[]>> = {
  neutral: ofSpecification,
  branded: ofPublicServer,
};

/** Rules that are derived from an edition's settings, so that an edition file changes them. */
const derived = new Set(["unused-in-use", "list-filled-up"]);

/** The rules of an edition with an edition file. Rules about settings that the edition does not have are omitted. */
const withFile = perEditions((all) => {
  const isReplaced = all.length === 1;
  const rulesFor = (naming: Naming): readonly Rule[] => {
    const edition = editionOf(naming);
    const base = byNaming[isReplaced ? "neutral" : naming].filter(
      ({ id, reads }) =>
        !derived.has(id) && reads.every((path) => edition.registry.fieldAt(path) !== undefined),
    );
    return [...base, listRule(edition), unusedInUse(edition.registry)];
  };
  const known = new Map<Naming, readonly Rule[]>();
  return (naming: Naming) => {
    const rules = known.get(naming) ?? rulesFor(naming);
    known.set(naming, rules);
    return rules;
  };
});

export const rulesOf = (naming: Naming): readonly Rule[] =>
  loadedEdition() === null ? byNaming[naming] : withFile()(naming);
