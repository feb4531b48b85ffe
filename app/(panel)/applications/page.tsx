import type { Metadata } from "next";
import Link from "next/link";
import { ApplicationTable } from "@/components/directory/application-table";
import { buttonVariants } from "@/components/ui/button";
import { PageHeader } from "@/components/ui/page-header";
import { requireOperator } from "@/lib/operators";
import { applicationsFor } from "@/lib/panel";

export const metadata: Metadata = { title: "Applications" };

export default async function ApplicationsPage() {
  const operator = await requireOperator();
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
