import type { ReactNode } from "react";
import { FileBanner } from "@/components/file/outside/file-banner";
import { ConfigFormProvider } from "@/components/settings/store/config-form";
import { configFile } from "@/lib/server/config-file";
import { requireOperator } from "@/lib/server/operators";
import { fileFor } from "@/lib/server/panel-api";

/** Provides the file's values to all settings pages, and shows problems of the file at the top. */
export default async function SettingsLayout({ children }: { children: ReactNode }) {
  const { role } = await requireOperator();
  return (
    <ConfigFormProvider initial={fileFor(role, await configFile().document())}>
      <FileBanner />
      {children}
    </ConfigFormProvider>
  );
}
