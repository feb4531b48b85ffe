import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { BotView } from "@/components/provisioning/bots/bot-view";
import { AppError } from "@/lib/errors";
import { isSnowflake } from "@/lib/shared/chat/snowflake";
import type { Instance } from "@/lib/server/instance";
import { requireSession } from "@/lib/server/operators";
import { botAddresses, instanceFor } from "@/lib/server/panel-api";

export const metadata: Metadata = { title: "Bot" };

export default async function BotPage({ params }: PageProps<"/applications/[id]">) {
  const instance = await instanceFor(await requireSession());
  const { id } = await params;
  if (!isSnowflake(id)) notFound();
  const initial = instance.isNear ? detailOf(instance, id) : undefined;
  return <BotView id={id} initial={await initial} addresses={await botAddresses()} />;
}

async function detailOf({ bots }: Instance, id: string) {
  try {
    return await bots.get(id);
  } catch (error) {
    if (error instanceof AppError && error.code === "unknown-application") notFound();
    throw error;
  }
}
