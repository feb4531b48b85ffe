import type { Naming } from "@/lib/shared/contract/config-snapshot";
import type { Rule } from "../rules/rule";
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

export const rulesOf = (naming: Naming): readonly Rule[] => byNaming[naming];
