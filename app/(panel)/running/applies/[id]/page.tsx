import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { orNotFound } from "@/app/or-not-found";
import { ApplyRecordView } from "@/components/running/apply-record-view";
import { db } from "@/lib/server/db";
import { requireOperator } from "@/lib/server/operators";
import { readApply } from "@/lib/server/rollout";

export async function generateMetadata({ params }: PageProps<"/running/applies/[id]">): Promise<Metadata> {
  return { title: `Apply ${(await params).id}` };
}

export default async function ApplyPage({ params }: PageProps<"/running/applies/[id]">) {
  const { username } = await requireOperator();
  const { id } = await params;
  if (!/^[1-9]\d{0,9}$/.test(id)) notFound();
  const initial = await orNotFound(readApply(db(), Number(id)));
  return <ApplyRecordView key={id} initial={initial} operator={username} />;
}
