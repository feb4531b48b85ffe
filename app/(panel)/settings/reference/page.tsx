import type { Metadata } from "next";
import { HashScroller } from "@/components/settings/reference/hash-scroller";
import { PrintButton } from "@/components/settings/reference/print-button";
import { Reference } from "@/components/settings/reference/reference";
import { buttonVariants } from "@/components/ui/button";
import { PageHeader } from "@/components/ui/page-header";
import { fields, sections } from "@/lib/shared/settings/registry";
import { spell } from "@/lib/server/config-file";
import { requireOperator } from "@/lib/server/operators";

export const metadata: Metadata = { title: "Settings reference" };

export default async function ReferencePage() {
  await requireOperator();
  return (
    <>
      <PageHeader
        title="Settings reference"
        description={`All ${fields.length} settings of the configuration file: keys in both spellings, types, units and defaults.`}
        actions={
          <div className="flex flex-wrap gap-2 print:hidden">
            <a href="/api/panel/config/schema" download="config.schema.json" className={buttonVariants()}>
              Download JSON Schema
            </a>
            <PrintButton />
          </div>
        }
      />
      <Reference branded={brandedSpellings()} />
      <HashScroller />
    </>
  );
}

function brandedSpellings(): Record<string, string> {
  const paths = [...sections.map(({ id }) => id), ...fields.map(({ path }) => path)];
  return Object.fromEntries(
    paths.flatMap((path) => {
      const spelled = spell(path, "branded").join(".");
      return spelled === path ? [] : [[path, spelled] as const];
    }),
  );
}
