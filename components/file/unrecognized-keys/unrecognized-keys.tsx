"use client";

import { Braces } from "lucide-react";
import { Link } from "@/components/ui/link";
import { useConfigDocument, useKeyDrafts } from "@/components/settings/store/config-form";
import { buttonVariants } from "@/components/ui/button";
import { Card } from "@/components/ui/card";
import { EmptyState } from "@/components/ui/empty-state";
import { KeyList } from "./key-list";

/** Texts stay on the server until the operator requests them. */
export function UnrecognizedKeys() {
  const { unknown } = useConfigDocument();
  const drafts = useKeyDrafts();
  // The list also contains keys that are no longer in the file but have an unsaved change.
  const missingPaths = drafts.map(({ path }) => path).filter((path) => !unknown.includes(path));
  const paths = [...unknown, ...missingPaths];
  if (paths.length === 0) {
    return (
      <EmptyState
        icon={<Braces />}
        title="No unrecognized keys"
        text="Every key in the file is a setting that the panel knows."
        action={
          <Link href="/settings" className={buttonVariants()}>
            Open settings
          </Link>
        }
      />
    );
  }
  return (
    <Card className="overflow-clip">
      <KeyList paths={paths} />
    </Card>
  );
}
