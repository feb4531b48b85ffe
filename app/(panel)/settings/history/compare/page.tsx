import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { orNotFound } from "@/app/or-not-found";
import { CompareView } from "@/components/file/history/compare-view";
import { configFile } from "@/lib/server/config-file";
import { requireOperator } from "@/lib/server/operators";
import { rowId } from "@/lib/server/panel-api";

export const metadata: Metadata = { title: "Compare versions" };

export default async function ComparePage({ searchParams }: PageProps<"/settings/history/compare">) {
  await requireOperator();
  const asked = await searchParams;
  const [from, to] = [rowId(asked.from), rowId(asked.to)];
  if (from === undefined || to === undefined) notFound();
  const comparison = await orNotFound(configFile().compare(from, to));
  return <CompareView comparison={comparison} versions={await configFile().heads(100)} />;
}
