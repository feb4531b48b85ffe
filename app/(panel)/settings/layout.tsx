import type { ReactNode } from "react";
import { FileBanner } from "@/components/settings/file-banner";
import { SaveBar } from "@/components/settings/save-bar";

/** What all settings pages have: the state of the file on top, unsaved changes at the bottom. */
export default function SettingsLayout({ children }: { children: ReactNode }) {
  return (
    <div className="flex min-h-[calc(100dvh-184px)] flex-col">
      <FileBanner />
      {children}
      <SaveBar />
    </div>
  );
}
