import type { Metadata } from "next";
import { ProposalList } from "@/components/file/proposals/proposal-list";
import { ReviewedSections } from "@/components/file/proposals/reviewed-sections";
import { HistoryTabs } from "@/components/shell/page-tabs";
import { PageHeader } from "@/components/ui/page-header";
import { requireSession } from "@/app/session";
import { core } from "@/lib/core";

export const metadata: Metadata = { title: "Proposals" };

export default async function ProposalsPage() {
  const { role } = await requireSession();
  const { proposals } = core();
  const [list, sections] = await Promise.all([proposals.list(), proposals.sections()]);
  return (
    <>
      <PageHeader title="Proposals" description="Changes that wait for somebody to review and save them." />
      <HistoryTabs />
      <div className="flex flex-col gap-6">
        <ProposalList initial={list} />
        <ReviewedSections initial={{ sections }} isOwner={role === "owner"} />
      </div>
    </>
  );
}
