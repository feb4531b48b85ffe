"use client";

import type { ReactNode } from "react";
import { useEntry } from "../store/use-setting";
import type { ShownWhen as Condition } from "@/lib/shared/settings/field";
import { useTarget } from "./target";

interface ShownWhenProps {
  condition: Condition | undefined;
  /** Settings inside. A link to one of them shows it regardless of the condition. */
  paths: readonly string[];
  children: ReactNode;
}

/** Shows its children while another setting has one of certain values in the form. */
export function ShownWhen({ condition, paths, children }: ShownWhenProps) {
  if (condition === undefined) return children;
  return (
    <Conditional condition={condition} paths={paths}>
      {children}
    </Conditional>
  );
}

function Conditional({ condition, paths, children }: ShownWhenProps & { condition: Condition }) {
  const { value } = useEntry(condition.path);
  const target = useTarget();
  const isMet = condition.is.some((one) => one === value);
  const isTarget = target !== null && paths.includes(target.path);
  return isMet || isTarget ? children : null;
}
