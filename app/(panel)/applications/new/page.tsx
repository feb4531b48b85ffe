import type { Metadata } from "next";
import { PageHeader } from "@/components/ui/page-header";
import { Wizard, type WizardApplication } from "@/components/provisioning/wizard/wizard";
import { isSnowflake } from "@/lib/shared/chat/snowflake";
import { AppError } from "@/lib/errors";
import { readSettings } from "@/lib/server/config-file";
import { instanceApi, instanceStore } from "@/lib/server/instance";
import { requireOperator } from "@/lib/server/operators";
import { botAddresses } from "@/lib/server/panel-api";

export const metadata: Metadata = { title: "New application" };

/** The application that the address names. For one of the upstream instance, only its id is known here. */
async function namedApplication(id: unknown): Promise<WizardApplication | undefined> {
  if (typeof id !== "string" || !isSnowflake(id)) return undefined;
  if (instanceApi() !== null) return { id, name: `Application ${id}`, hasBot: null };
  try {
    const { name, bot } = await instanceStore().getBot(id);
    return { id, name, hasBot: bot !== null };
  } catch (error) {
    if (error instanceof AppError && error.code === "unknown-application") return undefined;
    throw error;
  }
}

export default async function NewApplicationPage({ searchParams }: PageProps<"/applications/new">) {
  await requireOperator();
  const resumed = await namedApplication((await searchParams).application);
  const [addresses, settings] = await Promise.all([botAddresses(), readSettings().catch(() => null)]);
  const makesBots = settings?.get("general.autoCreateBotUsers") ?? false;
  return (
    <>
      <PageHeader
        title={resumed ? `Bot of ${resumed.name}` : "New application"}
        description={
          instanceApi() === null
            ? "An application, its bot, and a guild for it: four short steps."
            : "An application, its bot, and a guild for it, at the instance that this panel works beside."
        }
      />
      <Wizard key={resumed?.id} resumed={resumed} addresses={addresses} makesBots={makesBots} />
    </>
  );
}
