import { cleanup, render, waitFor } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { type ReactNode, Suspense } from "react";
import { expect, onTestFinished } from "vitest";
import { controlId } from "@/components/settings/rows/row-frame";
import { SettingRow } from "@/components/settings/rows/setting-row";
import { useConfigStore } from "@/components/settings/store/config-form";
import type { ConfigStore } from "@/components/settings/store/config-store";
import type { ConfigSnapshot } from "@/lib/shared/contract/config-snapshot";
import { editionOf } from "@/lib/shared/settings/editions";
import { WithConfig } from "./with-config";

/** A setting's row, rendered in a form with the whole configuration. */
export interface RenderedSetting {
  user: ReturnType<typeof userEvent.setup>;
  row: HTMLElement;
  store: ConfigStore;
}

/**
 * Renders a setting's row over a file like its page, for tests that have a DOM (`@vitest-environment happy-dom`).
 */
export async function renderSetting(path: string, file: ConfigSnapshot): Promise<RenderedSetting> {
  const field = editionOf(file.naming).registry.fieldAt(path);
  if (field === undefined) throw new Error(`There is no setting ${path}.`);
  const { container, ...form } = renderInForm(<SettingRow field={field} />, file);
  // The code of large controls is loaded when they are shown.
  await waitFor(() => expect(document.getElementById(controlId(path))).not.toBeNull());
  const row = container.querySelector<HTMLElement>("[data-slot=setting]");
  if (row === null) throw new Error(`${path} was not rendered.`);
  return { ...form, row };
}

/** Renders parts of a page in a form with the whole configuration. */
export function renderInForm(children: ReactNode, file: ConfigSnapshot) {
  const stores: ConfigStore[] = [];
  const Reporter = () => {
    const store = useConfigStore();
    return <span ref={() => void stores.splice(0, 1, store)} />;
  };
  onTestFinished(() => {
    cleanup();
    sessionStorage.clear();
  });
  const user = userEvent.setup();
  const { container } = render(
    <WithConfig file={file}>
      <Reporter />
      <Suspense>{children}</Suspense>
    </WithConfig>,
  );
  const [store] = stores;
  if (store === undefined) throw new Error("The form was not rendered.");
  return { user, store, container };
}
