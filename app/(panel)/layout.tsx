import type { Metadata } from "next";
import type { ReactNode } from "react";
import { FileEvents } from "@/components/file/outside/file-events";
import { UndoneBanner } from "@/components/file/outside/undone-banner";
import { LoadedEdition } from "@/components/settings/store/loaded-edition";
import { ConfigProvider } from "@/components/settings/store/config-form";
import { InstanceProvider } from "@/components/provisioning/account/instance-provider";
import { Callout } from "@/components/ui/callout";
import { StandingProvider } from "@/components/shell/standing";
import { UnsavedTokenGuard } from "@/components/provisioning/unsaved-token-guard";
import { instanceName } from "./instance-name";
import { PanelFrame } from "./panel-frame";
import { requireSession } from "@/app/session";
import { core } from "@/lib/core";
import { loadedEdition } from "@/lib/shared/settings/editions";
import { fileNow, instanceNow } from "@/app/(panel)/file-now";
import { standingOf } from "@/lib/shared/settings/refusal";

export async function generateMetadata(): Promise<Metadata> {
  const name = await instanceName();
  return { title: { template: `%s · ${name.replaceAll("%", "％")}`, default: name } };
}

export default async function PanelLayout({ children }: { children: ReactNode }) {
  const session = await requireSession();
  const { id, username, isProvided } = session.operator;
  const provider = isProvided ? (core().env.oidc?.name ?? null) : null;
  const instance = await instanceNow();
  // Read before all other data, so that the page notices changes to the file that happen while the page is loading.
  const latest = await core().config.history.newest();
  return (
    <LoadedEdition file={loadedEdition()}>
      <StandingProvider standing={standingOf(session)}>
        <ConfigProvider
          summary={core().panel.fileFor(session.role, await (await fileNow()).summary())}
          owner={username}
        >
          <FileEvents owner={username} latest={latest} />
          <InstanceProvider key={`${instance.mode} ${instance.url}`} initial={instance}>
            <PanelFrame
              operator={{ id, username, provider }}
              status={await core().panel.monitoring.readStatus()}
            >
              {core().env.isDemo ? <DemoNotice /> : null}
              <UndoneBanner initial={await (await fileNow()).undone()} />
              <UnsavedTokenGuard>{children}</UnsavedTokenGuard>
            </PanelFrame>
          </InstanceProvider>
        </ConfigProvider>
      </StandingProvider>
    </LoadedEdition>
  );
}

const DemoNotice = () => (
  <Callout tone="accent" className="mb-6 print:hidden">
    This is a demo. The instance is simulated, and everything is deleted when the panel stops. To see a
    rollback, set “Message length” to 2,000,000, save and apply.
  </Callout>
);
