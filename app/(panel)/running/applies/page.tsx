import type { Metadata } from "next";
import { PastApplies } from "@/components/running/past-applies";
import { db } from "@/lib/server/db";
import { requireOperator } from "@/lib/server/operators";
import { listPastApplies } from "@/lib/server/rollout";

export const metadata: Metadata = { title: "Past applies" };

export default async function PastAppliesPage({ searchParams }: PageProps<"/running/applies">) {
  await requireOperator();
  const { before } = await searchParams;
  const from = typeof before === "string" && /^[1-9]\d{0,14}$/.test(before) ? Number(before) : undefined;
  return <PastApplies page={await listPastApplies(db(), from)} />;
}
