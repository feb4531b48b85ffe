import type { Metadata } from "next";
import { UnrecognizedKeys } from "@/components/file/unrecognized-keys/unrecognized-keys";
import { PageHeader } from "@/components/ui/page-header";
import { requireOperator } from "@/app/session";

export const metadata: Metadata = { title: "Unrecognized keys" };

export default async function UnrecognizedKeysPage() {
  await requireOperator();
  return (
    <>
      <PageHeader
        title="Unrecognized keys"
        description="Keys in the file that the panel does not recognize. They do not change unless you edit them. A value may be a secret, so the panel only reads it when you show it."
      />
      <UnrecognizedKeys />
    </>
  );
}
