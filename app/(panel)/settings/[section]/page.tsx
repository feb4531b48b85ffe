import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { SectionView } from "@/components/settings/rows/section-view";
import { PageHeader } from "@/components/ui/page-header";
import { sectionById } from "@/lib/shared/settings/registry";
import { requireOperator } from "@/lib/server/operators";

interface SectionPageProps {
  params: Promise<{ section: string }>;
}

export async function generateMetadata({ params }: SectionPageProps): Promise<Metadata> {
  const section = sectionById((await params).section);
  return { title: section === undefined ? "Unknown section" : section.title };
}

export default async function SectionPage({ params }: SectionPageProps) {
  await requireOperator();
  const section = sectionById((await params).section);
  if (section === undefined) notFound();
  return (
    <>
      <PageHeader title={section.title} description={section.description} mono={section.id} />
      <SectionView id={section.id} />
    </>
  );
}
