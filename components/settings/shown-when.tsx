"use client";

import type { ReactNode } from "react";
import { useWatch } from "react-hook-form";
import { type ConfigForm, nameOf } from "@/components/form/entry";
import type { ShownWhen as Condition } from "@/lib/config/field";
import { useTarget } from "./target";

interface ShownWhenProps {
  condition: Condition | undefined;
  /** Settings inside: being brought to one of them shows it, whatever the condition says. */
  paths: readonly string[];
  children: ReactNode;
}

/** Shows its children while another setting, as it is in the form, has one of certain values. */
export function ShownWhen({ condition, paths, children }: ShownWhenProps) {
  if (condition === undefined) return children;
  return (
    <Conditional condition={condition} paths={paths}>
      {children}
    </Conditional>
  );
}

function Conditional({ condition, paths, children }: ShownWhenProps & { condition: Condition }) {
  const entry = useWatch<ConfigForm>({ name: nameOf(condition.path) });
  const target = useTarget();
  const value = (entry as ConfigForm[string] | undefined)?.value;
  const isMet = condition.is.some((one) => one === value);
  const isTarget = target !== null && paths.includes(target.path);
  return isMet || isTarget ? children : null;
}
