import type { ConfigSnapshot } from "@/lib/shared/contract/config-snapshot";
import { getAt } from "@/lib/shared/settings/values";
import { addressFormId } from "../addresses/address-form-id";
import { addressRule } from "../problems/problem-groups";

/** Something that a new instance needs before people can use it. */
export interface Step {
  /** As an imperative. */
  title: string;
  href: string;
  isDone: boolean;
}

/** @param bots how many bots the operator has here; undefined where an upstream instance keeps them */
export function firstSteps(document: ConfigSnapshot, bots: number | undefined): Step[] {
  const { problems, values, set } = document;
  const isBroken = (rule: string) => problems.some((problem) => problem.rule === rule);
  return [
    { title: "Set the addresses", href: `/#${addressFormId}`, isDone: !isBroken(addressRule) },
    {
      title: "Name your instance",
      href: "/settings/general#general.instanceName",
      isDone: set.includes("general.instanceName"),
    },
    {
      title: "Protect registration",
      href: "/settings/register#register.disabled",
      isDone: !isBroken("registration-open"),
    },
    {
      title: "Set up email",
      href: "/settings/email#email.provider",
      isDone: getAt(values, "email.provider") !== null,
    },
    ...(bots === undefined ? [] : [{ title: "Create a bot", href: "/applications/new", isDone: bots > 0 }]),
  ];
}
