import type { Metadata } from "next";
import { UserTabs } from "@/components/shell/page-tabs";
import { InstanceCount, LookUpCard } from "@/components/provisioning/open-by-id";
import { NewUser, UserList } from "@/components/provisioning/users/user-list";
import { PageHeader } from "@/components/ui/page-header";
import { requireSession } from "@/app/session";
import { core } from "@/lib/core";

export const metadata: Metadata = { title: "Users" };

export default async function UsersPage() {
  const { users, capabilities } = await core().panel.instanceFor(await requireSession());
  const { everyUser, userCare } = capabilities;
  return (
    <>
      <PageHeader
        title="Users"
        description={
          everyUser === true ? (
            "Everybody with an account on this instance, including operators of this panel."
          ) : (
            <InstanceCount what="user" otherwise="The people on your instance." />
          )
        }
        actions={userCare === true ? <NewUser /> : null}
      />
      <UserTabs />
      {everyUser === true ? (
        <UserList initial={await users.page({})} />
      ) : (
        <LookUpCard what="user" page="/users" why={everyUser} />
      )}
    </>
  );
}
