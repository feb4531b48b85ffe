"use client";

import type { ReactNode } from "react";
import { useEntry } from "../store/use-setting";
import type { ShownWhen as Condition } from "@/lib/shared/settings/field";
import { useTarget } from "./target";

interface ShownWhenProps {
  condition: Condition | undefined;
  /**
   * Paths of the settings in `children`. If a link leads to one of them, the children are shown even if the condition
   * is not met.
   */
  paths: readonly string[];
  children: ReactNode;
}

/** Shows the children only if another setting has one of the required values in the form. */
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
