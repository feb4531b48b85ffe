import type { Metadata } from "next";
import { SettingsOverview } from "@/components/settings/settings-overview";
import { PageHeader } from "@/components/ui/page-header";
import { requireOperator } from "@/lib/operators";

export const metadata: Metadata = { title: "Settings" };

export default async function SettingsPage() {
  await requireOperator();
  return (
    <>
      <PageHeader title="Settings" description="Every section of the instance's configuration file." />
      <SettingsOverview />
    </>
  );
}
