import type { Metadata } from "next";
import { notFound, redirect } from "next/navigation";
import { orNotFound } from "@/app/or-not-found";
import { RevisionView } from "@/components/file/history/revision-view";
import { requireOperator } from "@/app/session";
import { core } from "@/lib/core";

export async function generateMetadata({ params }: PageProps<"/settings/history/[id]">): Promise<Metadata> {
  return { title: `Version ${(await params).id}` };
}

export default async function RevisionPage({ params, searchParams }: PageProps<"/settings/history/[id]">) {
  await requireOperator();
  const [{ id }, { undo, at }] = await Promise.all([params, searchParams]);
  if (/^[0-9a-f]{64}$/.test(id)) await goToNumber(id, undo, Date.parse(String(at)));
  if (!/^[1-9]\d{0,9}$/.test(id)) notFound();
  const path = typeof undo === "string" && undo !== "" ? undo : undefined;
  const initial = await orNotFound(core().config.history.get(Number(id)));
  return <RevisionView key={id} initial={initial} {...(undo !== undefined && { undoRequest: { path } })} />;
}

/**
 * Redirects from a version's ETag to its number. Versions can share an ETag, so the audit log's links also
 * contain the time of the save.
 */
async function goToNumber(etag: string, undo: string | string[] | undefined, at: number): Promise<never> {
  const row = await core().config.history.byEtag(etag, Number.isNaN(at) ? undefined : at);
  if (!row) notFound();
  const query = typeof undo === "string" ? `?${new URLSearchParams({ undo })}` : "";
  redirect(`/settings/history/${row.id}${query}`);
}
