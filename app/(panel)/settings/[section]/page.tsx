import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { SectionKeys } from "@/components/file/unrecognized-keys/section-keys";
import { OnThisPage } from "@/components/settings/rows/on-this-page";
import { SectionView } from "@/components/settings/rows/section-view";
import { buttonVariants } from "@/components/ui/button";
import { Link } from "@/components/ui/link";
import { PageHeader } from "@/components/ui/page-header";
import { requireOperator } from "@/app/session";
import { core } from "@/lib/core";
import { fileNow } from "@/app/(panel)/file-now";

type Props = PageProps<"/settings/[section]">;

async function sectionAsked(params: Props["params"]) {
  const { registry } = await (await fileNow()).edition();
  return registry.sectionById((await params).section);
}

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  const section = await sectionAsked(params);
  return { title: section === undefined ? "Unknown section" : section.title };
}

export default async function SectionPage({ params }: Props) {
  await requireOperator();
  const section = await sectionAsked(params);
  if (section === undefined) notFound();
  return (
    <div data-slot="form-page" className="xl:grid xl:grid-cols-[minmax(0,880px)_200px] xl:gap-8">
      <div className="max-w-[880px] min-w-0">
        <PageHeader
          title={section.title}
          description={section.description}
          mono={section.id}
          actions={
            section.id === "register" && core().panel.isConnected() ? (
              <Link href="/registration-tokens" className={buttonVariants()}>
                Create registration tokens
              </Link>
            ) : null
          }
        />
        <SectionView id={section.id} />
        <SectionKeys section={section.id} />
      </div>
      <OnThisPage section={section.id} />
    </div>
  );
}
