import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { KeptThere } from "@/components/provisioning/kept-by-instance";
import { UserView } from "@/components/provisioning/users/user-view";
import { PageHeader } from "@/components/ui/page-header";
import { AppError } from "@/lib/errors";
import { instanceApi } from "@/lib/server/instance";
import { type Operator, requireOperator } from "@/lib/server/operators";
import { userDetail, userTokenPage } from "@/lib/server/panel-api";

export const metadata: Metadata = { title: "User" };

export default async function UserPage({ params }: PageProps<"/users/[id]">) {
  const operator = await requireOperator();
  const url = instanceApi();
  if (url !== null) {
    return (
      <>
        <PageHeader title="User" />
        <KeptThere what="Users" text="Look after this one there." url={url} />
      </>
    );
  }
  return <UserView {...await shown(operator, (await params).id)} />;
}

async function shown(operator: Operator, id: string) {
  try {
    const initial = await userDetail(operator, id);
    return { initial, tokens: await userTokenPage(operator, id, {}) };
  } catch (error) {
    if (error instanceof AppError && error.code === "not-found") notFound();
    throw error;
  }
}
