import { Ellipsis } from "lucide-react";
import { Button } from "@/components/ui/button";

interface ToolsToggleProps {
  path: string;
  controls: string;
  isOpen: boolean;
  onToggle: () => void;
}

/** Unfolds a row's key and small buttons where nothing hovers: on small and on touch screens. */
export function ToolsToggle({ path, controls, isOpen, onToggle }: ToolsToggleProps) {
  return (
    <span className="absolute top-0 right-0 hidden max-sm:block pointer-coarse:block">
      <Button
        variant="quiet"
        size="icon-sm"
        aria-label={`Key and history of ${path}`}
        aria-expanded={isOpen}
        aria-controls={controls}
        onClick={onToggle}
      >
        <Ellipsis aria-hidden="true" />
      </Button>
    </span>
  );
}
