import type { ReactNode } from "react";
import { FileBanner } from "@/components/file/outside/file-banner";
import { SaveBar } from "@/components/settings/review/save-bar";
import { ConfigFormProvider } from "@/components/settings/store/config-form";
import { readConfigDocument } from "@/lib/server/config-file";
import { requireOperator } from "@/lib/server/operators";

/** Shared by all settings pages: the file's values, its state at the top, unsaved changes at the bottom. */
export default async function SettingsLayout({ children }: { children: ReactNode }) {
  await requireOperator();
  return (
    <ConfigFormProvider initial={await readConfigDocument()}>
      <div className="flex min-h-[calc(100dvh-184px)] flex-col">
        <FileBanner />
        {children}
        <SaveBar />
      </div>
    </ConfigFormProvider>
  );
}
