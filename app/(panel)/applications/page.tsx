import type { Metadata } from "next";
import { Link } from "@/components/ui/link";
import { ApplicationTable } from "@/components/provisioning/applications/application-table";
import { KeptThere } from "@/components/provisioning/kept-by-instance";
import { buttonVariants } from "@/components/ui/button";
import { PageHeader } from "@/components/ui/page-header";
import { instanceApi } from "@/lib/server/instance";
import { requireOperator } from "@/lib/server/operators";
import { applicationsFor } from "@/lib/server/panel-api";

export const metadata: Metadata = { title: "Applications" };

export default async function ApplicationsPage() {
  const operator = await requireOperator();
  const url = instanceApi();
  if (url !== null) {
    return (
      <>
        <PageHeader title="Applications" description="The applications of the existing instance." />
        <KeptThere
          what="Applications"
          text="They belong to accounts of the instance, and are listed there. New ones are made by the wizard here, in the name of an account that you connect."
          url={url}
        />
      </>
    );
  }
  return (
    <>
      <PageHeader
        title="Applications"
        description="Your applications and their bots."
        actions={
          <Link href="/applications/new" className={buttonVariants({ variant: "primary" })}>
            New application
          </Link>
        }
      />
      <ApplicationTable initial={await applicationsFor(operator)} />
    </>
  );
}
