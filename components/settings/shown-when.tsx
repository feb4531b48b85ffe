"use client";

import type { ReactNode } from "react";
import { useWatch } from "react-hook-form";
import { type ConfigForm, type Entry, nameOf } from "@/components/form/entry";
import { useLiveEntry } from "@/components/form/use-setting";
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
  const inForm = useWatch<ConfigForm>({ name: nameOf(condition.path) }) as Entry;
  const { value } = useLiveEntry(condition.path, inForm);
  const target = useTarget();
  const isMet = condition.is.some((one) => one === value);
  const isTarget = target !== null && paths.includes(target.path);
  return isMet || isTarget ? children : null;
}
