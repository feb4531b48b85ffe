import type { Metadata } from "next";
import { Overview } from "@/components/overview/overview";
import { InstanceCard } from "@/components/overview/instance-card";
import { DirectoryCard } from "@/components/overview/directory-card";
import { ConfigFormProvider } from "@/components/settings/store/config-form";
import { readConfigDocument } from "@/lib/server/config-file";
import { instanceStore, instanceApi } from "@/lib/server/instance";
import { type Operator, requireOperator } from "@/lib/server/operators";
import { applicationsFor } from "@/lib/server/panel-api";

export const metadata: Metadata = { title: "Overview" };

export default async function OverviewPage() {
  const operator = await requireOperator();
  const url = instanceApi();
  return (
    <ConfigFormProvider initial={await readConfigDocument()}>
      <Overview>{url === null ? <OwnDirectory operator={operator} /> : <InstanceCard url={url} />}</Overview>
    </ConfigFormProvider>
  );
}

async function OwnDirectory({ operator }: { operator: Operator }) {
  const [guilds, applications] = await Promise.all([instanceStore().listGuilds(), applicationsFor(operator)]);
  const bots = applications.filter((application) => application.bot !== null).length;
  return <DirectoryCard guilds={guilds.length} applications={applications.length} bots={bots} />;
}
