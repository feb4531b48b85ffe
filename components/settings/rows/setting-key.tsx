"use client";

import { History, Link as LinkIcon } from "lucide-react";
import type { MouseEvent } from "react";
import { buttonVariants } from "@/components/ui/button";
import { CopyButton } from "@/components/ui/copy-button";
import { Link } from "@/components/ui/link";
import { toast } from "@/components/ui/toaster";
import { useConfigDocument } from "../store/config-form";

const quiet = { variant: "quiet", size: "icon-xs" } as const;

/**
 * The key as the file spells it, with buttons to copy it, link to it and show its history. All are named by the key,
 * because the label belongs to the control alone.
 */
export function SettingKey({ path }: { path: string }) {
  const { spelling } = useConfigDocument();
  const spelled = spelling[path] ?? path;
  return (
    <div className="flex min-h-6 items-center gap-1">
      <code className="min-w-0 text-xs break-all text-muted-foreground">{spelled}</code>
      <span className="flex items-center gap-1 opacity-0 transition-opacity group-focus-within/setting:opacity-100 group-hover/setting:opacity-100 max-sm:opacity-100">
        <CopyButton value={spelled} label={`Copy key ${spelled}`} {...quiet} />
        <a
          href={`#${path}`}
          aria-label={`Copy link to ${path}`}
          title="Copy link"
          onClick={(event) => void copyLink(event)}
          className={buttonVariants(quiet)}
        >
          <LinkIcon aria-hidden="true" />
        </a>
        <Link
          href={`/settings/history?path=${path}`}
          prefetch={false}
          aria-label={`History of ${path}`}
          title="History"
          className={buttonVariants(quiet)}
        >
          <History aria-hidden="true" />
        </Link>
      </span>
    </div>
  );
}

/** The link is followed as well: where copying is blocked, the URL in the address bar then contains it. */
async function copyLink(event: MouseEvent<HTMLAnchorElement>) {
  try {
    await navigator.clipboard.writeText(event.currentTarget.href);
    toast.success("Link copied");
  } catch {
    toast.info("The link is in the address bar", { description: "The browser did not allow copying it." });
  }
}
