import { Callout } from "@/components/ui/callout";
import { Link } from "@/components/ui/link";

/** How an account gets the right that registration tokens need. */
export function MissingRightNote() {
  return (
    <Callout tone="warning" role="alert" title="This account may not create registration tokens">
      It needs the right <code className="wrap-anywhere">CREATE_REGISTRATION_TOKENS</code>. New accounts get
      it from{" "}
      <Link href="/settings/register#register.defaultRights" className="text-accent-text underline">
        Default rights
      </Link>
      , which would let everybody create tokens. Give it to this account alone on the instance, in its
      database, or connect an account that is an operator there.
    </Callout>
  );
}
