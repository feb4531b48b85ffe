import type { Metadata } from "next";
import { Link } from "@/components/ui/link";
import { RawView } from "@/components/file/raw/raw-view";
import { buttonVariants } from "@/components/ui/button";
import { PageHeader } from "@/components/ui/page-header";
import { requireOperator } from "@/app/session";
import { fileNow } from "@/app/(panel)/file-now";

export const metadata: Metadata = { title: "Raw JSON" };

export default async function RawPage() {
  const { username } = await requireOperator();
  return (
    <>
      <PageHeader
        title="Raw JSON"
        description="The text of the configuration file. A marker replaces each secret: leave the marker to keep the secret, or overwrite it with a new value."
        actions={
          <Link href="/settings/import" className={buttonVariants()}>
            Import and export
          </Link>
        }
      />
      <RawView initial={(await fileNow()).rawText()} owner={username} />
    </>
  );
}
