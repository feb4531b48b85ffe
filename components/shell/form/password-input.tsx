"use client";

import { Eye, EyeOff } from "lucide-react";
import { type ComponentProps, useState } from "react";
import { Button } from "@/components/ui/button";
import { Input } from "@/components/ui/input";
import { InputGroup } from "@/components/ui/input-group";

/** Has a button that shows the typed password. */
export function PasswordInput(props: Omit<ComponentProps<typeof Input>, "type">) {
  const [isShown, setShown] = useState(false);
  const Icon = isShown ? EyeOff : Eye;
  return (
    <InputGroup>
      <Input {...props} type={isShown ? "text" : "password"} autoCapitalize="none" spellCheck={false} />
      <Button
        variant="quiet"
        size="icon-sm"
        className="mr-1"
        aria-label={isShown ? "Hide password" : "Show password"}
        onClick={() => setShown(!isShown)}
      >
        <Icon aria-hidden="true" />
      </Button>
    </InputGroup>
  );
}
