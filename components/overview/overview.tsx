"use client";

import Link from "next/link";
import { useConfigDocument } from "@/components/form/config-form";
import { buttonVariants } from "@/components/ui/button";
import { Card, CardContent, CardHeader, CardTitle } from "@/components/ui/card";
import { PageHeader } from "@/components/ui/page-header";
import { getAt } from "@/lib/config/values";
import { FileCard } from "./file-card";
import { ProblemList } from "./problem-list";

export interface OverviewProps {
  guilds: number;
  applications: number;
  bots: number;
}

const count = (number: number, noun: string) =>
  `${number.toLocaleString("en")} ${noun}${number === 1 ? "" : "s"}`;

export function Overview({ guilds, applications, bots }: OverviewProps) {
  const document = useConfigDocument();
  const name = String(getAt(document.values, "general.instanceName") ?? "Overview");
  return (
    <>
      <PageHeader
        title={name}
        description="The configuration file as it is now, and what stands in the directory."
      />
      <div className="flex flex-col gap-6">
        <ProblemList document={document} />
        <FileCard document={document} />
        <Card>
          <CardHeader>
            <CardTitle>Bots and guilds</CardTitle>
          </CardHeader>
          <CardContent className="flex flex-wrap items-center justify-between gap-4">
            <p>
              {count(applications, "application")} of yours with {count(bots, "bot")};{" "}
              {count(guilds, "guild")} in the directory.
            </p>
            <Link href="/applications/new" className={buttonVariants()}>
              Create application
            </Link>
          </CardContent>
        </Card>
      </div>
    </>
  );
}
