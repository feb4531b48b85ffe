import type { Metadata } from "next";
import { ExportCard } from "@/components/file/import-export/export-card";
import { ImportCard } from "@/components/file/import-export/import-card";
import { PageHeader } from "@/components/ui/page-header";
import { requireOperator } from "@/app/session";

export const metadata: Metadata = { title: "Import and export" };

export default async function ImportPage() {
  await requireOperator();
  return (
    <>
      <PageHeader
        title="Import and export"
        description="Import settings from another configuration, or download a copy of this configuration."
      />
      <div className="flex flex-col gap-6">
        <ImportCard />
        <ExportCard />
      </div>
    </>
  );
}
