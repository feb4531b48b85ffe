import type { Metadata } from "next";
import { PageHeader } from "@/components/ui/page-header";
import { Wizard } from "@/components/wizard/wizard";
import { requireOperator } from "@/lib/operators";
import { applicationsFor } from "@/lib/panel";

export const metadata: Metadata = { title: "New application" };

export default async function NewApplicationPage({ searchParams }: PageProps<"/applications/new">) {
  const operator = await requireOperator();
  const { application: id } = await searchParams;
  const resumed = id
    ? (await applicationsFor(operator)).find((application) => application.id === id)
    : undefined;
  return (
    <>
      <PageHeader
        title={resumed ? `Bot of ${resumed.name}` : "New application"}
        description="An application, its bot, and a guild for it: four short steps."
      />
      <Wizard key={resumed?.id} resumed={resumed} />
    </>
  );
}
