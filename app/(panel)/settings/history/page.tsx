import type { Metadata } from "next";
import { redirect } from "next/navigation";
import { FileOrigin } from "@/components/file/history/file-origin";
import { RevisionList } from "@/components/file/history/revision-list";
import { HistoryTabs } from "@/components/shell/page-tabs";
import { PageHeader } from "@/components/ui/page-header";
import { sectionOfAny } from "@/lib/shared/settings/editions";
import { requireOperator } from "@/app/session";
import { core } from "@/lib/core";

export const metadata: Metadata = { title: "History" };

export default async function HistoryPage({ searchParams }: PageProps<"/settings/history">) {
  await requireOperator();
  const query = await searchParams;
  // Redirects old links: a setting's history was on this page in earlier releases.
  const section = typeof query.path === "string" ? sectionOfAny(query.path) : undefined;
  if (section)
    redirect(`/settings/${section.id}/history?${new URLSearchParams({ path: String(query.path) })}`);
  const filter = core().panel.filterOf(query);
  const before = core().panel.rowId(query.before);
  return (
    <>
      <PageHeader
        title="History"
        description="Every saved version of the configuration file. Compare or restore any of them."
      />
      <HistoryTabs />
      <div className="flex flex-col gap-4">
        <FileOrigin files={await core().config.histories()} />
        <RevisionList
          initial={await core().config.history.list({ ...filter, before })}
          filter={filter}
          before={before}
        />
      </div>
    </>
  );
}
