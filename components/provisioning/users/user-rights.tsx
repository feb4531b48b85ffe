"use client";

import { Badge } from "@/components/ui/badge";
import { Button } from "@/components/ui/button";
import { Callout } from "@/components/ui/callout";
import { Card, CardContent, CardFooter } from "@/components/ui/card";
import { useLazyComponent } from "@/components/ui/lazy-component";
import { decodeRights } from "@/lib/shared/chat/rights";
import type { UserDetail } from "@/lib/shared/contract/users";
import { useInstance } from "../account/instance-provider";
import { isOperatorOf, OPERATOR_BIT } from "./user-list";

const loadDialog = () => import("./rights-dialog").then((module) => module.UserRightsDialog);

export function UserRights({ user }: { user: UserDetail & { rights: string } }) {
  const { lacks } = useInstance();
  const { part: RightsDialog, trigger } = useLazyComponent(loadDialog);
  const { named, unnamed } = decodeRights(user.rights);
  const strong = named.filter(({ bit, dangerous }) => dangerous && bit !== OPERATOR_BIT);
  const others = named.filter(({ dangerous }) => !dangerous);
  return (
    <Card
      title="Rights"
      description="Rights apply to the whole instance; permissions apply to one guild. Changes take effect immediately."
    >
      <CardContent className="flex flex-col gap-3">
        {isOperatorOf(user.rights) ? (
          <Callout tone="danger" title="Operator">
            {user.username} can do everything on this instance, without exception.
          </Callout>
        ) : null}
        {strong.length > 0 ? (
          <ul aria-label="Strong rights" className="flex flex-wrap gap-1">
            {strong.map(({ name, label, help }) => (
              <li key={name} title={help}>
                <Badge tone="warning">{label}</Badge>
              </li>
            ))}
          </ul>
        ) : null}
        {named.length === 0 && unnamed.length === 0 ? (
          <p className="text-muted-foreground">None. This user can only view.</p>
        ) : null}
        {others.length > 0 ? (
          <details>
            <summary className="cursor-pointer text-muted-foreground max-sm:py-2.5">
              {others.length} everyday {others.length === 1 ? "right" : "rights"}
            </summary>
            <dl className="flex flex-col gap-2 pt-3 text-sm">
              {others.map(({ name, label, help }) => (
                <div key={name}>
                  <dt className="font-medium">{label}</dt>
                  <dd className="text-muted-foreground">{help}</dd>
                </div>
              ))}
            </dl>
          </details>
        ) : null}
        {unnamed.length > 0 ? (
          <p className="text-sm text-muted-foreground">Unnamed bits: {unnamed.join(", ")}.</p>
        ) : null}
      </CardContent>
      {lacks("userCare") === null ? (
        <CardFooter>
          {RightsDialog ? <RightsDialog user={user} /> : <Button {...trigger}>Change rights</Button>}
        </CardFooter>
      ) : null}
    </Card>
  );
}
