import type { ReactNode } from "react";
import { FileBanner } from "@/components/file/outside/file-banner";
import { SaveBar } from "@/components/settings/review/save-bar";

/** Shared by all settings pages: the state of the file at the top, unsaved changes at the bottom. */
export default function SettingsLayout({ children }: { children: ReactNode }) {
  return (
    <div className="flex min-h-[calc(100dvh-184px)] flex-col">
      <FileBanner />
      {children}
      <SaveBar />
    </div>
  );
}
