import { buttonVariants } from "@/components/ui/button";
import { Callout, type CalloutFrame } from "@/components/ui/callout";
import { Link } from "@/components/ui/link";
import type { ConnectionView } from "@/lib/shared/contract/connection";

interface FileOfOthersProps {
  connection: ConnectionView;
  /** Adds a link to the Instance page. Set on all other pages. */
  withLink?: boolean;
  frame?: CalloutFrame;
}

/** Whether the panel runs in standalone mode by default, although the file appears to belong to another server. */
export const isUndecided = ({ mode, isFileOfOthers, isAnswered }: ConnectionView): boolean =>
  mode === "standalone" && isFileOfOthers && !isAnswered;

/**
 * Warns that the panel runs in standalone mode, although the file appears to belong to another server and no operator
 * has confirmed the mode.
 */
export function FileOfOthers({ connection, withLink = false, frame: Frame = Callout }: FileOfOthersProps) {
  if (!isUndecided(connection)) return null;
  return (
    <Frame
      tone="warning"
      title="This file appears to belong to another server"
      actions={
        withLink ? (
          <Link href="/instance" className={buttonVariants({ size: "sm" })}>
            Connect or confirm
          </Link>
        ) : null
      }
    >
      The panel is in standalone mode: bots and guilds that you create exist only in the panel, not on that
      server. Connect the panel to the server, or confirm that this panel is the instance.
    </Frame>
  );
}
