import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { orNotFound } from "@/app/or-not-found";
import { ApplyRecordView } from "@/components/running/apply-record-view";
import { requireSession } from "@/app/session";
import { core } from "@/lib/core";
import { actionRefusal } from "@/lib/shared/role";
import { standingOf } from "@/lib/shared/settings/refusal";

export async function generateMetadata({ params }: PageProps<"/running/applies/[id]">): Promise<Metadata> {
  return { title: `Apply ${(await params).id}` };
}

export default async function ApplyPage({ params }: PageProps<"/running/applies/[id]">) {
  const session = await requireSession();
  const { id } = await params;
  if (!/^[1-9]\d{0,9}$/.test(id)) notFound();
  const initial = await orNotFound(
    core().applies.get(Number(id), { withLog: actionRefusal(standingOf(session)) === null }),
  );
  return <ApplyRecordView key={id} initial={initial} operator={session.operator.username} />;
}
