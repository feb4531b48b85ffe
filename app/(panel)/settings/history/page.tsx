import type { Metadata } from "next";
import { FileOrigin } from "@/components/file/history/file-origin";
import { RevisionList } from "@/components/file/history/revision-list";
import { SettingHistory } from "@/components/file/history/setting-history";
import { PageHeader } from "@/components/ui/page-header";
import { configFile } from "@/lib/server/config-file";
import { requireOperator } from "@/lib/server/operators";
import { filterOf, rowId } from "@/lib/server/panel-api";

export const metadata: Metadata = { title: "History" };

export default async function HistoryPage({ searchParams }: PageProps<"/settings/history">) {
  await requireOperator();
  const asked = await searchParams;
  const { registry } = await configFile().edition();
  const field = typeof asked.path === "string" ? registry.fieldAt(asked.path) : undefined;
  if (field) {
    return (
      <>
        <PageHeader title={`History of “${field.label}”`} mono={field.path} />
        <SettingHistory history={await configFile().settingHistory(field.path)} />
      </>
    );
  }
  const filter = filterOf(asked);
  const before = rowId(asked.before);
  return (
    <>
      <PageHeader
        title="History"
        description="Every saved version of the configuration file. Compare or restore any of them."
      />
      <div className="flex flex-col gap-4">
        <FileOrigin files={await configFile().histories()} />
        <RevisionList
          key={JSON.stringify([filter, before])}
          initial={await configFile().revisions({ ...filter, before })}
          filter={filter}
          before={before}
        />
      </div>
    </>
  );
}
