import type { Metadata } from "next";
import { OtherKeys } from "@/components/file/unrecognized-keys/unrecognized-keys";
import { PageHeader } from "@/components/ui/page-header";
import { requireOperator } from "@/lib/server/operators";

export const metadata: Metadata = { title: "Other keys" };

export default async function OtherKeysPage() {
  await requireOperator();
  return (
    <>
      <PageHeader
        title="Other keys"
        description="Keys of the file that are no settings of the panel. They are kept as they are; a value is read only when you show it, since it may be a secret."
      />
      <OtherKeys />
    </>
  );
}
