"use client";

import { lazyComponent } from "@/components/ui/lazy-component";
import { OpenConfigForm } from "../store/config-form";

// Loaded together with the form, because the network may be down when the operator makes the first change.
const SaveBar = lazyComponent(() => import("./save-bar").then((part) => part.SaveBar));

/** Renders the save bar on every page, because unsaved changes stay when the operator navigates. */
export function OpenSaveBar() {
  return (
    <OpenConfigForm>
      <SaveBar />
    </OpenConfigForm>
  );
}
