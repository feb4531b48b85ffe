import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { RevisionView } from "@/components/file/history/revision-view";
import { configFile } from "@/lib/server/config-file";
import { AppError } from "@/lib/errors";
import { requireOperator } from "@/lib/server/operators";

export async function generateMetadata({ params }: PageProps<"/settings/history/[id]">): Promise<Metadata> {
  return { title: `Version ${(await params).id}` };
}

export default async function RevisionPage({ params }: PageProps<"/settings/history/[id]">) {
  await requireOperator();
  return <RevisionView key={(await params).id} initial={await revisionOf((await params).id)} />;
}

async function revisionOf(id: string) {
  if (!/^[1-9]\d{0,9}$/.test(id)) notFound();
  try {
    return await configFile().revision(Number(id));
  } catch (error) {
    if (error instanceof AppError && error.code === "not-found") notFound();
    throw error;
  }
}
