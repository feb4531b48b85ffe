import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { ApplyRecordView } from "@/components/running/apply-record-view";
import { AppError } from "@/lib/errors";
import { db } from "@/lib/server/db";
import { requireOperator } from "@/lib/server/operators";
import { readApply } from "@/lib/server/rollout";

export async function generateMetadata({ params }: PageProps<"/running/applies/[id]">): Promise<Metadata> {
  return { title: `Apply ${(await params).id}` };
}

export default async function ApplyPage({ params }: PageProps<"/running/applies/[id]">) {
  const { username } = await requireOperator();
  const { id } = await params;
  return <ApplyRecordView key={id} initial={await recordOf(id)} operator={username} />;
}

async function recordOf(id: string) {
  if (!/^[1-9]\d{0,9}$/.test(id)) notFound();
  try {
    return await readApply(db(), Number(id));
  } catch (error) {
    if (error instanceof AppError && error.code === "not-found") notFound();
    throw error;
  }
}
