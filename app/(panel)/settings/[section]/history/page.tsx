import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { SettingHistory } from "@/components/file/history/setting-history";
import { PageHeader } from "@/components/ui/page-header";
import { requireOperator } from "@/app/session";
import { core } from "@/lib/core";
import { fileNow } from "@/app/(panel)/file-now";

type Props = PageProps<"/settings/[section]/history">;

/** Undefined if this edition of the server does not have the setting in this section (see `Edition`). */
async function settingAsked({ params, searchParams }: Props) {
  const { registry } = await (await fileNow()).edition();
  const [{ section }, { path }] = await Promise.all([params, searchParams]);
  const field = typeof path === "string" ? registry.fieldAt(path) : undefined;
  return field && registry.sectionOf(field.path)?.id === section ? field : undefined;
}

export async function generateMetadata(props: Props): Promise<Metadata> {
  const field = await settingAsked(props);
  return { title: field ? `History of ${field.label}` : "Unknown setting" };
}

export default async function SettingHistoryPage(props: Props) {
  await requireOperator();
  const field = await settingAsked(props);
  if (!field) notFound();
  return (
    <>
      <PageHeader title={`History of “${field.label}”`} mono={field.path} />
      <SettingHistory initial={await core().config.history.ofSetting(field.path)} />
    </>
  );
}
