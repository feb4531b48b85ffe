"use client";

import { Suspense } from "react";
import { useConfigDocument, useEdition } from "@/components/settings/store/config-form";
import { Card } from "@/components/ui/card";
import { suspendingComponent } from "@/components/ui/lazy-component";
import { neutralPath } from "@/lib/shared/settings/editions/edition-file";

// Most sections have none.
const KeyList = suspendingComponent(() => import("./key-list").then((part) => part.KeyList));

export function SectionKeys({ section }: { section: string }) {
  const { unknown } = useConfigDocument();
  const { registry, spelling } = useEdition();
  const paths = unknown.filter((path) => registry.sectionOf(neutralPath(spelling, path))?.id === section);
  if (paths.length === 0) return null;
  return (
    <Card
      className="mt-5 overflow-clip"
      title="Unrecognized keys"
      description="The file has these keys in this section, but the panel has no description of them. An edition file can describe them."
    >
      <Suspense>
        <KeyList paths={paths} />
      </Suspense>
    </Card>
  );
}
