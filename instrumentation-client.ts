import { navigationStarted } from "@/components/shell/pending/pending-navigation";

/** Next calls this whenever its router starts navigating to another page, by a link or from code. */
export function onRouterTransitionStart(url: string): void {
  navigationStarted(url);
}
