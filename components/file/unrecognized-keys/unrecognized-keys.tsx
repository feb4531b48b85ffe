"use client";

import { Link } from "@/components/ui/link";
import { useConfigDocument } from "@/components/settings/store/config-form";
import { useReadOnly } from "@/components/settings/store/use-setting";
import { buttonVariants } from "@/components/ui/button";
import { Card } from "@/components/ui/card";
import { EmptyState } from "@/components/ui/empty-state";
import { OtherKeyRow } from "./unrecognized-key-row";

/** Every key of the file that is not a setting. Values stay on the server until an operator asks for one. */
export function OtherKeys() {
  const { unknown } = useConfigDocument();
  const { disabled } = useReadOnly();
  if (unknown.length === 0) {
    return (
      <EmptyState
        title="No other keys"
        text="Every key of the file is a setting that the panel knows."
        action={
          <Link href="/settings" className={buttonVariants()}>
            Open the settings
          </Link>
        }
      />
    );
  }
  return (
    <Card className="overflow-clip">
      <ul className="divide-y">
        {unknown.map((path) => (
          <OtherKeyRow key={path} path={path} disabled={disabled} />
        ))}
      </ul>
    </Card>
  );
}
