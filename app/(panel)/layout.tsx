import type { ReactNode } from "react";
import { FileEvents } from "@/components/file/outside/file-events";
import { UndoneBanner } from "@/components/file/outside/undone-banner";
import { ConfigFileProvider } from "@/components/settings/store/config-file";
import { InstanceProvider } from "@/components/provisioning/account/instance-provider";
import { UnsavedTokenGuard } from "@/components/provisioning/unsaved-token-guard";
import { PanelFrame } from "./panel-frame";
import { env } from "@/lib/env";
import { configFile } from "@/lib/server/config-file";
import { requireSession } from "@/lib/server/operators";
import { fileFor, instanceView } from "@/lib/server/panel-api";

export default async function PanelLayout({ children }: { children: ReactNode }) {
  const session = await requireSession();
  const { username, isProvided } = session.operator;
  const provider = isProvided ? (env().oidc?.name ?? null) : null;
  const instance = await instanceView(session);
  // Read before all other data, so that the page notices changes to the file that happen while the page is loading.
  const latest = await configFile().newest();
  return (
    <ConfigFileProvider summary={fileFor(session.role, await configFile().summary())} owner={username}>
      <FileEvents owner={username} latest={latest} />
      <InstanceProvider key={`${instance.mode} ${instance.url}`} initial={instance}>
        <PanelFrame operator={{ username, provider }}>
          <UndoneBanner initial={await configFile().undone()} />
          <UnsavedTokenGuard>{children}</UnsavedTokenGuard>
        </PanelFrame>
      </InstanceProvider>
    </ConfigFileProvider>
  );
}
