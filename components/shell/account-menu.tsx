"use client";

import { CircleUser } from "lucide-react";
import type { ComponentProps } from "react";
import { Button } from "@/components/ui/button";
import { useLazyComponent } from "@/components/ui/use-lazy-component";

export interface AccountMenuProps {
  username: string;
}

const load = () => import("./account-menu-open").then((module) => module.AccountMenuOpen);

/** The menu of the signed-in operator: account, sign out and, on phones, the theme. */
export function AccountMenu({ username }: AccountMenuProps) {
  const { part: Open, trigger } = useLazyComponent(load);
  if (Open) return <Open username={username} trigger={<AccountButton username={username} />} />;
  return <AccountButton username={username} aria-haspopup="menu" {...trigger} />;
}

function AccountButton({ username, ...props }: AccountMenuProps & ComponentProps<typeof Button>) {
  return (
    <Button
      variant="ghost"
      size="icon"
      aria-label={`Account of ${username}`}
      className="-mr-2 md:w-auto md:max-w-48 md:px-2"
      {...props}
    >
      <CircleUser aria-hidden="true" />
      <span className="truncate max-md:hidden">{username}</span>
    </Button>
  );
}
