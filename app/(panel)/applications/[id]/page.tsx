import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { BotView } from "@/components/provisioning/bots/bot-view";
import { RemoteBotView } from "@/components/provisioning/beside/remote-bot-view";
import { AppError } from "@/lib/errors";
import { isSnowflake } from "@/lib/shared/chat/snowflake";
import { instanceApi, instanceFrontPage } from "@/lib/server/instance";
import { type Operator, requireOperator } from "@/lib/server/operators";
import { botAddresses, botDetail, inviteAddress } from "@/lib/server/panel-api";

export const metadata: Metadata = { title: "Bot" };

export default async function BotPage({ params }: PageProps<"/applications/[id]">) {
  const operator = await requireOperator();
  const { id } = await params;
  if (instanceApi() !== null) {
    if (!isSnowflake(id)) notFound();
    const [addresses, frontPage] = await Promise.all([botAddresses(), instanceFrontPage()]);
    return <RemoteBotView id={id} addresses={addresses} frontPage={frontPage} />;
  }
  const [detail, addresses] = await Promise.all([detailOf(operator, id), botAddresses()]);
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
