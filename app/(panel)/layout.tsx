import type { ReactNode } from "react";
import { FileEvents } from "@/components/file-events/file-events";
import { UndoneBanner } from "@/components/file-events/undone-banner";
import { ConfigFormProvider } from "@/components/form/config-form";
import { InstanceProvider } from "@/components/instance/instance-provider";
import { PanelFrame } from "@/components/shell/panel-frame";
import { listUndone, readConfigDocument } from "@/lib/config-file";
import { remoteInstance } from "@/lib/instance";
import { requireOperator } from "@/lib/operators";

export default async function PanelLayout({ children }: { children: ReactNode }) {
  const { username } = await requireOperator();
  return (
    <ConfigFormProvider initial={await readConfigDocument()} owner={username}>
      <FileEvents owner={username} />
      <PanelFrame operator={{ username }}>
        <UndoneBanner initial={await listUndone()} />
        <InstanceProvider remote={await remoteInstance()}>{children}</InstanceProvider>
      </PanelFrame>
    </ConfigFormProvider>
  );
}
