import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { CompareView } from "@/components/file/history/compare-view";
import { AppError } from "@/lib/errors";
import { configFile } from "@/lib/server/config-file";
import { requireOperator } from "@/lib/server/operators";
import { rowId } from "@/lib/server/panel-api";

export const metadata: Metadata = { title: "Compare versions" };

export default async function ComparePage({ searchParams }: PageProps<"/settings/history/compare">) {
  await requireOperator();
  const { from, to } = await searchParams;
  const comparison = await compare(rowId(from), rowId(to));
  return <CompareView comparison={comparison} versions={await configFile().heads(100)} />;
}

async function compare(from: number | undefined, to: number | undefined) {
  if (from === undefined || to === undefined) notFound();
  try {
    return await configFile().compare(from, to);
  } catch (error) {
    if (error instanceof AppError && error.code === "not-found") notFound();
    throw error;
  }
}
