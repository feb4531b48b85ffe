"use client";

import { useQuery } from "@tanstack/react-query";
import { runningQuery } from "@/components/settings/queries/running";
import { useFileSummary } from "@/components/settings/store/config-file";
import { buttonVariants } from "@/components/ui/button";
import { Callout } from "@/components/ui/callout";
import { Link } from "@/components/ui/link";

/** A panel that edits a file which the instance does not read is the likeliest mistake of all. */
export function NotReadNotice() {
  const { data } = useQuery(runningQuery());
  const { file } = useFileSummary();
  if (!data?.seemsUnread) return null;
  return (
    <Callout
      tone="warning"
      title="This instance does not seem to read this file"
      className="max-w-3xl"
      actions={
        <Link href="/running" className={buttonVariants()}>
          Compare the settings
        </Link>
      }
    >
      <p>
        It reports {data.settings.length} settings otherwise than the file and every earlier version of it.
        Check these:
      </p>
      <ul className="mt-2 list-disc space-y-1 pl-5">
        <li>
          The instance&apos;s CONFIG_PATH names this file: <code className="wrap-anywhere">{file.path}</code>.
          In a container, the path is mapped to a folder of the machine.
        </li>
        <li>The panel is connected to this instance, and not to another one.</li>
        <li>The instance was restarted since the file was put there.</li>
      </ul>
    </Callout>
  );
}
