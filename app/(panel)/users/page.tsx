import type { Metadata } from "next";
import { DirectoryTabs } from "@/components/provisioning/directory-tabs";
import { KeptThere } from "@/components/provisioning/kept-by-instance";
import { NewUser } from "@/components/provisioning/users/new-user";
import { UserList } from "@/components/provisioning/users/user-list";
import { PageHeader } from "@/components/ui/page-header";
import { instanceApi } from "@/lib/server/instance";
import { requireOperator } from "@/lib/server/operators";
import { userPage } from "@/lib/server/panel-api";

export const metadata: Metadata = { title: "Users" };

export default async function UsersPage() {
  const operator = await requireOperator();
  const url = instanceApi();
  if (url !== null) {
    return (
      <>
        <PageHeader title="Users" description="The people of your instance." />
        <DirectoryTabs />
        <KeptThere
          what="Users"
          text="Accounts, rights and tokens are its own matter. The wizard acts in the name of an account that you connect."
          url={url}
        />
      </>
    );
  }
  return (
    <>
      <PageHeader
        title="Users"
        description="Everybody with an account on this instance. Operators of this panel are users, too."
        actions={<NewUser />}
      />
      <DirectoryTabs />
      <UserList initial={await userPage(operator, {})} />
    </>
  );
}
