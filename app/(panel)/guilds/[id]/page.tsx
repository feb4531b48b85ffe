import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { GuildView } from "@/components/provisioning/guilds/guild-view";
import { KeptThere } from "@/components/provisioning/kept-by-instance";
import { PageHeader } from "@/components/ui/page-header";
import { AppError } from "@/lib/errors";
import { instanceApi } from "@/lib/server/instance";
import { type Operator, requireOperator } from "@/lib/server/operators";
import { guildDetail, memberPage } from "@/lib/server/panel-api";

export const metadata: Metadata = { title: "Guild" };

export default async function GuildPage({ params }: PageProps<"/guilds/[id]">) {
  const operator = await requireOperator();
  const url = instanceApi();
  if (url !== null) {
    return (
      <>
        <PageHeader title="Guild" />
        <KeptThere what="Guilds" text="Look after this one with a client." url={url} />
      </>
    );
  }
  return <GuildView {...await shown(operator, (await params).id)} />;
}

async function shown(operator: Operator, id: string) {
  try {
    const [initial, people, bots] = await Promise.all([
      guildDetail(operator, id),
      memberPage(operator, id, {}),
      memberPage(operator, id, { bots: true }),
    ]);
    return { initial, people, bots };
  } catch (error) {
    if (error instanceof AppError && error.code === "unknown-guild") notFound();
    throw error;
  }
}
