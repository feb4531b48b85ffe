import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { orNotFound } from "@/app/or-not-found";
import { ApplyRecordView } from "@/components/running/apply-record-view";
import { requireOperator, requireSession } from "@/app/session";
import { core } from "@/lib/core";

export async function generateMetadata({ params }: PageProps<"/running/applies/[id]">): Promise<Metadata> {
  return { title: `Apply ${(await params).id}` };
}

export default async function ApplyPage({ params }: PageProps<"/running/applies/[id]">) {
  const [{ username }, { role }] = await Promise.all([requireOperator(), requireSession()]);
  const { id } = await params;
  if (!/^[1-9]\d{0,9}$/.test(id)) notFound();
  const initial = await orNotFound(core().applies.get(Number(id), { withLog: role !== "viewer" }));
  return <ApplyRecordView key={id} initial={initial} operator={username} />;
}
