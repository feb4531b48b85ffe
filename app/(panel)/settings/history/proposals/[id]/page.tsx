import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { orNotFound } from "@/app/or-not-found";
import { ProposalView } from "@/components/file/proposals/proposal-view";
import { requireSession } from "@/app/session";
import { core } from "@/lib/core";

export async function generateMetadata({
  params,
}: PageProps<"/settings/history/proposals/[id]">): Promise<Metadata> {
  return { title: `Proposal ${(await params).id}` };
}

export default async function ProposalPage({ params }: PageProps<"/settings/history/proposals/[id]">) {
  const { role, operator } = await requireSession();
  const { id } = await params;
  if (!/^[1-9]\d{0,9}$/.test(id)) notFound();
  const initial = await orNotFound(core().proposals.getInTurn(Number(id), operator.id));
  return <ProposalView key={id} initial={initial} mayDecide={role !== "viewer"} />;
}
