"use client";

import { lazyComponent } from "@/components/ui/lazy-component";
import { OpenConfigForm } from "../store/config-form";

// Loaded with the form, so that it works at the first change even if the network fails by then.
const SaveBar = lazyComponent(() => import("./save-bar").then((part) => part.SaveBar));

/** The save bar on every page, because unsaved changes stay while one goes from page to page. */
export function OpenSaveBar() {
  return (
    <OpenConfigForm>
      <SaveBar />
    </OpenConfigForm>
  );
}
