import type { Metadata } from "next";
import { RevisionList } from "@/components/history/revision-list";
import { PageHeader } from "@/components/ui/page-header";
import { listRevisions } from "@/lib/config-file";
import { requireOperator } from "@/lib/operators";

export const metadata: Metadata = { title: "History" };

export default async function HistoryPage({ searchParams }: PageProps<"/settings/history">) {
  await requireOperator();
  const before = Number((await searchParams).before) || undefined;
  return (
    <>
      <PageHeader
        title="History"
        description="Every version of the configuration file: what changed, by whom, and the way back to it."
      />
      <RevisionList key={before ?? "newest"} initial={await listRevisions({ before })} before={before} />
    </>
  );
}
