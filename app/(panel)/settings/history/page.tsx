import type { Metadata } from "next";
import { FileOrigin } from "@/components/file/history/file-origin";
import { RevisionList } from "@/components/file/history/revision-list";
import { HistoryTabs } from "@/components/shell/page-tabs";
import { PageHeader } from "@/components/ui/page-header";
import { requireOperator } from "@/app/session";
import { core } from "@/lib/core";

export const metadata: Metadata = { title: "History" };

export default async function HistoryPage({ searchParams }: PageProps<"/settings/history">) {
  await requireOperator();
  const query = await searchParams;
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
