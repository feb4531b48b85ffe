import type { Metadata } from "next";
import { UnrecognizedKeys } from "@/components/file/unrecognized-keys/unrecognized-keys";
import { PageHeader } from "@/components/ui/page-header";
import { requireOperator } from "@/lib/server/operators";

export const metadata: Metadata = { title: "Unrecognized keys" };

export default async function UnrecognizedKeysPage() {
  await requireOperator();
  return (
    <>
      <PageHeader
        title="Unrecognized keys"
        description="Keys of the file that are no settings of the panel. They stay as they are until you edit them. A value is read only when you show it, since it may be a secret."
      />
      <UnrecognizedKeys />
    </>
  );
}
