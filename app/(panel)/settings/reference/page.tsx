import { inPanel } from "@/lib/shared/base-path";
import type { Metadata } from "next";
import { HashScroller, PrintButton, Reference } from "@/components/settings/reference/reference";
import { buttonVariants } from "@/components/ui/button";
import { PageHeader } from "@/components/ui/page-header";
import { editions } from "@/lib/shared/settings/editions";
import type { Registry } from "@/lib/shared/settings/registry";
import { requireOperator } from "@/app/session";
import { core } from "@/lib/core";
import { fileNow } from "@/app/(panel)/file-now";

export const metadata: Metadata = { title: "Settings reference" };

export default async function ReferencePage() {
  await requireOperator();
  const { registry } = await (await fileNow()).edition();
  return (
    <>
      <PageHeader
        title="Settings reference"
        description={`All ${registry.fields.length} settings of the configuration file: keys in both spellings, types, units and defaults.`}
        actions={
          <div className="flex flex-wrap gap-2 print:hidden">
            <a
              href={inPanel("/api/panel/config/schema")}
              download="config.schema.json"
              className={buttonVariants()}
            >
              Download JSON Schema
            </a>
            <PrintButton />
          </div>
        }
      />
      <Reference otherSpellings={otherSpellings(registry)} />
      <HashScroller />
    </>
  );
}

function otherSpellings({ sections, fields }: Registry): Record<string, string> {
  const paths = [...sections.map(({ id }) => id), ...fields.map(({ path }) => path)];
  return Object.fromEntries(
    paths.flatMap((path) => {
      const spelled = editions().map(({ naming }) => core().panel.spell(path, naming).join("."));
      const other = spelled.find((one) => one !== path);
      return other === undefined ? [] : [[path, other] as const];
    }),
  );
}
