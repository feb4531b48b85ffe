import type { Metadata } from "next";
import { askedIn } from "@/components/settings/search/asked";
import { SettingsFinder } from "@/components/settings/search/settings-finder";
import { SettingsOverview } from "@/components/settings/rows/settings-overview";
import { PageHeader } from "@/components/ui/page-header";
import { requireOperator } from "@/app/session";

export const metadata: Metadata = { title: "Settings" };

export default async function SettingsPage({ searchParams }: PageProps<"/settings">) {
  await requireOperator();
  const initial = askedIn(await searchParams);
  return (
    <>
      <PageHeader title="Settings" description="Every section of the instance's configuration file." />
      <SettingsFinder key={JSON.stringify(initial)} initial={initial}>
        <SettingsOverview />
      </SettingsFinder>
    </>
  );
}
