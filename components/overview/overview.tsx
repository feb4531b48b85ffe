"use client";

import type { ReactNode } from "react";
import { useConfigDocument } from "@/components/settings/store/config-form";
import { PageHeader } from "@/components/ui/page-header";
import { getAt } from "@/lib/shared/settings/values";
import { FileCard } from "./file-card";
import { ProblemList } from "./problem-list";

/** The file's card, followed by `children`: the directory or the upstream instance. */
export function Overview({ children }: { children: ReactNode }) {
  const document = useConfigDocument();
  const name = String(getAt(document.values, "general.instanceName") ?? "Overview");
  return (
    <>
      <PageHeader
        title={name}
        description="The configuration file as it is now, and where bots and guilds are kept."
      />
      <div className="flex flex-col gap-6">
        <ProblemList document={document} />
        <FileCard document={document} />
        {children}
      </div>
    </>
  );
}
