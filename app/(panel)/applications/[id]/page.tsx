import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { BotView } from "@/components/provisioning/bots/bot-view";
import { KeptThere } from "@/components/provisioning/kept-by-instance";
import { PageHeader } from "@/components/ui/page-header";
import { AppError } from "@/lib/errors";
import { instanceApi } from "@/lib/server/instance";
import { type Operator, requireOperator } from "@/lib/server/operators";
import { botAddresses, botDetail, inviteAddress } from "@/lib/server/panel-api";

export const metadata: Metadata = { title: "Bot" };

export default async function BotPage({ params }: PageProps<"/applications/[id]">) {
  const operator = await requireOperator();
  const url = instanceApi();
  if (url !== null) {
    return (
      <>
        <PageHeader title="Bot" />
        <KeptThere what="Bots" text="Look after this one there." url={url} />
      </>
    );
  }
  const [detail, addresses] = await Promise.all([detailOf(operator, (await params).id), botAddresses()]);
  return <BotView initial={detail} addresses={addresses} invite={inviteAddress()} />;
}

async function detailOf(operator: Operator, id: string) {
  try {
    return await botDetail(operator, id);
  } catch (error) {
    if (error instanceof AppError && error.code === "unknown-application") notFound();
    throw error;
  }
}
