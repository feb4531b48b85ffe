"use client";

import { useQuery } from "@tanstack/react-query";
import { runningQuery } from "@/components/settings/queries/running";
import { useFileSummary } from "@/components/settings/store/config-form";
import { buttonVariants } from "@/components/ui/button";
import { Callout, type CalloutFrame } from "@/components/ui/callout";
import { Link } from "@/components/ui/link";
import type { ConnectionView } from "@/lib/shared/contract/instance";

interface FileOfOthersProps {
  connection: ConnectionView;
  withLink?: boolean;
  frame?: CalloutFrame;
}

export const isUndecided = ({ mode, isFileOfOthers, isAnswered }: ConnectionView): boolean =>
  mode === "standalone" && isFileOfOthers && !isAnswered;

/**
 * Warns that the panel runs in standalone mode, although the file appears to belong to another server. Hidden
 * after an operator has confirmed the mode.
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

export function NotReadNotice({ frame: Frame = Callout }: { frame?: CalloutFrame }) {
  const { data } = useQuery(runningQuery());
  const { file } = useFileSummary();
  if (!data?.seemsUnread) return null;
  return (
    <Frame
      tone="warning"
      title="This instance might read another file"
      actions={
        <Link href="/running" className={buttonVariants()}>
          Compare the settings
        </Link>
      }
    >
      <p>
        It reports {data.settings.length} settings with values that are not in any version of this file. Check
        that:
      </p>
      <ul className="mt-2 list-disc space-y-1 pl-5">
        <li>
          The instance&apos;s CONFIG_PATH points to this file:{" "}
          <code className="wrap-anywhere">{file.path}</code>. In a container, the path is mapped to a folder
          of the machine.
        </li>
        <li>The panel is connected to the right instance.</li>
        <li>The instance was restarted after the file was put there.</li>
      </ul>
    </Frame>
  );
}
