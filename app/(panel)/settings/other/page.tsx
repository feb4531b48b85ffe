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
        description="Keys in the file that the panel does not know. They stay unchanged until you edit them. The panel reads a value only when you show it, because it may be a secret."
      />
      <UnrecognizedKeys />
    </>
  );
}
