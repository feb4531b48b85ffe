import type { Metadata } from "next";
import { EmptyState } from "@/components/ui/empty-state";
import { PageHeader } from "@/components/ui/page-header";
import { Wizard, type WizardApplication } from "@/components/provisioning/wizard/wizard";
import { isSnowflake } from "@/lib/shared/chat/snowflake";
import type { Instance } from "@/lib/server/instance";
import { requireSession } from "@/app/session";
import { core } from "@/lib/core";
import { actionRefusal } from "@/lib/shared/role";
import { standingOf } from "@/lib/shared/settings/refusal";

export const metadata: Metadata = { title: "New application" };

/**
 * Returns the application whose id is in the URL. If the panel's database stores the applications, an unknown
 * id returns undefined. Otherwise, returns only the id, so that the page does not wait for the instance, and
 * the wizard requests the other properties.
 */
async function namedApplication(
  { bots, isNear }: Instance,
  id: unknown,
): Promise<WizardApplication | undefined> {
  if (typeof id !== "string" || !isSnowflake(id)) return undefined;
  if (!isNear) return { id, name: `Application ${id}`, hasBot: null };
  try {
    const { name, hasBot } = await bots.get(id);
    return { id, name, hasBot };
  } catch (error) {
    if (core().errorCode(error) === "unknown-application") return undefined;
    throw error;
  }
}

export default async function NewApplicationPage({ searchParams }: PageProps<"/applications/new">) {
  const session = await requireSession();
  const refusal = actionRefusal(standingOf(session));
  if (refusal !== null)
    return (
      <>
        <PageHeader title="New application" />
        <EmptyState title="You cannot create bots" text={refusal} />
      </>
    );
  const instance = await core().panel.instanceFor(session);
  const [addresses, settings] = await Promise.all([
    core().panel.sessionInstances.botAddresses(),
    core()
      .config.settings()
      .catch(() => null),
  ]);
  const makesBots = settings?.get("general.autoCreateBotUsers") ?? false;
  const { application, at } = await searchParams;
  const resumed = await namedApplication(instance, application);
  return (
    <>
      <PageHeader
        title={resumed ? `Bot of ${resumed.name}` : "New application"}
        description="An application, its bot, and a guild for it, in a few short steps."
      />
      <Wizard
        key={resumed?.id}
        resumed={resumed}
        isAtGuild={at === "guild" && resumed?.hasBot !== false}
        addresses={addresses}
        makesBots={makesBots}
      />
    </>
  );
}
