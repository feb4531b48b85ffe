import { buttonVariants } from "@/components/ui/button";
import { Callout } from "@/components/ui/callout";
import { Link } from "@/components/ui/link";
import type { ConnectionView } from "@/lib/shared/contract/connection";

interface FileOfOthersProps {
  connection: ConnectionView;
  /** Leads to the Instance page, from another one. */
  withLink?: boolean;
}

/** The panel acts as the instance without confirmation, and the file appears to belong to another server. */
export function FileOfOthers({ connection, withLink = false }: FileOfOthersProps) {
  const { mode, isFileOfOthers, isAnswered } = connection;
  if (mode !== "standalone" || !isFileOfOthers || isAnswered) return null;
  return (
    <Callout
      tone="warning"
      title="This file appears to belong to another server"
      actions={
        withLink ? (
          <Link href="/instance" className={buttonVariants()}>
            Connect or confirm
          </Link>
        ) : null
      }
    >
      The panel is in standalone mode: bots and guilds that you create exist only in the panel, not on that
      server. Connect the panel to the server, or confirm that this panel is the instance.
    </Callout>
  );
}
