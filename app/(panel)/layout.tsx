import type { ReactNode } from "react";
import { ConfigFormProvider } from "@/components/form/config-form";
import { PanelFrame } from "@/components/shell/panel-frame";
import { readConfigDocument } from "@/lib/config-file";
import { requireOperator } from "@/lib/operators";

export default async function PanelLayout({ children }: { children: ReactNode }) {
  const { username } = await requireOperator();
  return (
    <ConfigFormProvider initial={await readConfigDocument()} owner={username}>
      <PanelFrame operator={{ username }}>{children}</PanelFrame>
    </ConfigFormProvider>
  );
}
