"use client";

import { useEffect, useState } from "react";
import type { InputProblem } from "@/lib/errors";
import { lazyComponent } from "@/components/ui/lazy-component";
import { offerDialog } from "./identity";

const Dialog = lazyComponent(() => import("./identity-dialog").then((module) => module.IdentityDialog));

/**
 * Renders the dialog in which operators prove who they are. Mounted once, around all pages.
 * @param provider name of the provider with which the operator signs in; null for a panel password
 */
export function ConfirmIdentity({ provider }: { provider: string | null }) {
  const [state, setState] = useState<"unused" | "open" | "closed">("unused");
  const [consequences, setConsequences] = useState<readonly InputProblem[]>([]);
  useEffect(
    () =>
      offerDialog((isOpen, found) => {
        setState(isOpen ? "open" : "closed");
        setConsequences(found);
      }),
    [],
  );
  return state === "unused" ? null : (
    <Dialog open={state === "open"} provider={provider} consequences={consequences} />
  );
}
