import type { Metadata } from "next";
import { Overview } from "@/components/overview/overview";
import { directory } from "@/lib/instance";
import { requireOperator } from "@/lib/operators";
import { applicationsFor } from "@/lib/panel";

export const metadata: Metadata = { title: "Overview" };

export default async function OverviewPage() {
  const operator = await requireOperator();
  const [guilds, applications] = await Promise.all([directory().listGuilds(), applicationsFor(operator)]);
  return (
    <Overview
      guilds={guilds.length}
      applications={applications.length}
      bots={applications.filter((application) => application.bot !== null).length}
    />
  );
}
