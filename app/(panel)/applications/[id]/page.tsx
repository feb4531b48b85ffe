import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { orNotFound } from "@/app/or-not-found";
import { BotView } from "@/components/provisioning/bots/bot-view";
import { isSnowflake } from "@/lib/shared/chat/snowflake";
import { requireSession } from "@/app/session";
import { core } from "@/lib/core";

export const metadata: Metadata = { title: "Bot" };

export default async function BotPage({ params }: PageProps<"/applications/[id]">) {
  const { bots, isNear } = await core().panel.instanceFor(await requireSession());
  const { id } = await params;
  if (!isSnowflake(id)) notFound();
  const initial = isNear ? await orNotFound(bots.get(id), "unknown-application") : undefined;
  return <BotView id={id} initial={initial} addresses={await core().panel.sessionInstances.botAddresses()} />;
}
