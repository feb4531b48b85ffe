import type { Naming } from "@/lib/shared/contract/config-snapshot";
import type { Rule } from "../rules/rule";
import { rules as ofPublicServer } from "./public-server/rules";
import { rules as ofSpecification } from "./specification/rules";

/*
 * Every relation between settings that the panel checks, by edition. Separate from `Edition`, because a browser
 * needs the rules only after an operator has changed a setting.
 */

const byNaming: Readonly<Record<Naming, readonly Rule[]>> = {
  neutral: ofSpecification,
  branded: ofPublicServer,
};

/** The rules of files with this spelling. */
export const rulesOf = (naming: Naming): readonly Rule[] => byNaming[naming];
