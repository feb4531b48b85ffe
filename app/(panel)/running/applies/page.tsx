import type { Metadata } from "next";
import { PastApplies } from "@/components/running/past-applies";
import { requireOperator } from "@/app/session";
import { core } from "@/lib/core";

export const metadata: Metadata = { title: "Past applies" };

export default async function PastAppliesPage({ searchParams }: PageProps<"/running/applies">) {
  await requireOperator();
  const { before } = await searchParams;
  const from = typeof before === "string" && /^[1-9]\d{0,14}$/.test(before) ? Number(before) : undefined;
  return <PastApplies page={await core().applies.past(from)} />;
}
