import type { ReactNode } from "react";
import { FileBanner } from "@/components/file/outside/file-banner";
import { ConfigValues } from "@/components/settings/store/config-form";
import { requireOperator } from "@/app/session";
import { core } from "@/lib/core";
import { fileNow } from "@/app/(panel)/file-now";

export default async function SettingsLayout({ children }: { children: ReactNode }) {
  const { role } = await requireOperator();
  return (
    <ConfigValues initial={core().panel.fileFor(role, await (await fileNow()).pageDocument())}>
      <FileBanner />
      {children}
    </ConfigValues>
  );
}
