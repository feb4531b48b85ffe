import { navigationStarted } from "@/components/shell/pending/pending-navigation";

/** Next calls this whenever its router sets out for another page, by a link or by the program. */
export function onRouterTransitionStart(url: string): void {
  navigationStarted(url);
}
