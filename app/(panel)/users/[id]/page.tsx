import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { orNotFound } from "@/app/or-not-found";
import { UserView } from "@/components/provisioning/users/user-view";
import { isSnowflake } from "@/lib/shared/chat/snowflake";
import type { Instance } from "@/lib/server/instance";
import { requireSession } from "@/app/session";
import { core } from "@/lib/core";

export const metadata: Metadata = { title: "User" };

export default async function UserPage({ params }: PageProps<"/users/[id]">) {
  const instance = await core().panel.instanceFor(await requireSession());
  const { id } = await params;
  if (!isSnowflake(id)) notFound();
  return <UserView id={id} initial={instance.isNear ? await orNotFound(shown(instance, id)) : undefined} />;
}

async function shown({ users }: Instance, id: string) {
  return { user: await users.get(id), tokens: await users.tokens(id, {}) };
}
