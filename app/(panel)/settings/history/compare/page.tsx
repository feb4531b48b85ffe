import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { orNotFound } from "@/app/or-not-found";
import { CompareView } from "@/components/file/history/compare-view";
import { requireOperator } from "@/app/session";
import { core } from "@/lib/core";

export const metadata: Metadata = { title: "Compare versions" };

export default async function ComparePage({ searchParams }: PageProps<"/settings/history/compare">) {
  await requireOperator();
  const query = await searchParams;
  const [from, to] = [core().panel.rowId(query.from), core().panel.rowId(query.to)];
  if (from === undefined || to === undefined) notFound();
  const comparison = await orNotFound(core().config.history.compare(from, to));
  return <CompareView comparison={comparison} versions={await core().config.history.find({ limit: 100 })} />;
}
