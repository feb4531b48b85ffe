"use client";

import { useEffect, useEffectEvent, useRef } from "react";
import { Button } from "@/components/ui/button";

/** Loads the next bots when the end of the list comes near; the button does the same without scrolling. */
export function MoreBots({ isLoading, onMore }: { isLoading: boolean; onMore: () => void }) {
  const end = useRef<HTMLDivElement>(null);
  const load = useEffectEvent(() => {
    if (!isLoading) onMore();
  });
  useEffect(() => {
    if (isLoading || !end.current) return;
    // Watched anew after each page, so that a page that does not fill the screen is followed by another.
    const watcher = new IntersectionObserver(
      (entries) => entries.some((one) => one.isIntersecting) && load(),
      {
        rootMargin: "600px",
      },
    );
    watcher.observe(end.current);
    return () => watcher.disconnect();
  }, [isLoading]);
  return (
    <div ref={end} className="flex justify-center">
      <Button busy={isLoading} onClick={onMore}>
        Show more bots
      </Button>
    </div>
  );
}
