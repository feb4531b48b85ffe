import type { Metadata } from "next";
import { PageHeader } from "@/components/ui/page-header";
import { Wizard, type WizardApplication } from "@/components/provisioning/wizard/wizard";
import { isSnowflake } from "@/lib/shared/chat/snowflake";
import { instanceApi } from "@/lib/server/instance";
import { type Operator, requireOperator } from "@/lib/server/operators";
import { applicationsFor } from "@/lib/server/panel-api";

export const metadata: Metadata = { title: "New application" };

/** The application that the address names. For one on an upstream instance, only its id is known here. */
async function namedApplication(operator: Operator, id: unknown): Promise<WizardApplication | undefined> {
  if (typeof id !== "string" || !isSnowflake(id)) return undefined;
  if (instanceApi() !== null) return { id, name: `Application ${id}`, hasBot: null };
  const found = (await applicationsFor(operator)).find((application) => application.id === id);
  return found && { id, name: found.name, hasBot: found.bot !== null };
}

export default async function NewApplicationPage({ searchParams }: PageProps<"/applications/new">) {
  const operator = await requireOperator();
  const resumed = await namedApplication(operator, (await searchParams).application);
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
      <Wizard key={resumed?.id} resumed={resumed} />
    </>
  );
}
