"use client";

import { Moon, Sun } from "lucide-react";
import type { ComponentProps } from "react";
import { Button } from "@/components/ui/button";
import { useLazyComponent } from "@/components/ui/use-lazy-component";

const load = () => import("./theme-menu-open").then((module) => module.ThemeMenuOpen);

/** Chooses the theme. Its icon follows the class on <html>, so it is right in the first paint too. */
export function ThemeToggle({ className }: { className?: string }) {
  const { part: Open, trigger } = useLazyComponent(load);
  if (Open) return <Open trigger={<ThemeButton className={className} />} />;
  return <ThemeButton className={className} aria-haspopup="menu" {...trigger} />;
}

function ThemeButton(props: ComponentProps<typeof Button>) {
  return (
    <Button variant="ghost" size="icon" aria-label="Theme" {...props}>
      <Sun aria-hidden="true" className="dark:hidden" />
      <Moon aria-hidden="true" className="hidden dark:block" />
    </Button>
  );
}
