import type { ReactNode } from "react";
import { FileEvents } from "@/components/file/outside/file-events";
import { UndoneBanner } from "@/components/file/outside/undone-banner";
import { ConfigFormProvider } from "@/components/settings/store/config-form";
import { InstanceProvider } from "@/components/provisioning/account/instance-provider";
import { PanelFrame } from "./panel-frame";
import { listUndone, readConfigDocument } from "@/lib/server/config-file";
import { remoteInstance } from "@/lib/server/instance";
import { requireOperator } from "@/lib/server/operators";

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
