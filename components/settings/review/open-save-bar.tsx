"use client";

import { lazyComponent } from "@/components/ui/lazy-component";
import { OpenConfigForm } from "../store/config-form";

// Loaded with the form, so that it works at the first change even if the network has failed by then.
const SaveBar = lazyComponent(() => import("./save-bar").then((part) => part.SaveBar));

/** The save bar on every page, because unsaved changes persist across pages. */
export function OpenSaveBar() {
  return (
    <OpenConfigForm>
      <SaveBar />
    </OpenConfigForm>
  );
}
