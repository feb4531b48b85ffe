"use client";

import { useEffect, useState } from "react";
import { lazyComponent } from "@/components/ui/lazy-component";
import { offerDialog } from "./identity";

const Dialog = lazyComponent(() => import("./identity-dialog").then((module) => module.IdentityDialog));

/** Where the dialog opens that asks operators to prove who they are; rendered once, for all pages. */
export function ConfirmIdentity() {
  const [state, setState] = useState<"unused" | "open" | "closed">("unused");
  useEffect(() => offerDialog((isOpen) => setState(isOpen ? "open" : "closed")), []);
  return state === "unused" ? null : <Dialog open={state === "open"} />;
}
