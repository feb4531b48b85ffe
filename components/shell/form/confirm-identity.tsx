"use client";

import { useEffect, useState } from "react";
import { lazyComponent } from "@/components/ui/lazy-component";
import { offerDialog } from "./identity";

const Dialog = lazyComponent(() => import("./identity-dialog").then((module) => module.IdentityDialog));

const Provider = lazyComponent(() => import("./provider-dialog").then((module) => module.ProviderDialog));

/**
 * The place for the dialog that asks operators to prove who they are. Rendered once, for all pages.
 * @param provider the provider where the operator signs in, if not with a password
 */
export function ConfirmIdentity({ provider }: { provider: string | null }) {
  const [state, setState] = useState<"unused" | "open" | "closed">("unused");
  useEffect(() => offerDialog((isOpen) => setState(isOpen ? "open" : "closed")), []);
  if (state === "unused") return null;
  const open = state === "open";
  return provider === null ? <Dialog open={open} /> : <Provider open={open} name={provider} />;
}
