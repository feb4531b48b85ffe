import { Badge } from "@/components/ui/badge";
import type { Field } from "@/lib/shared/settings/field";

export function SettingBadges({ field }: { field: Field }) {
  return (
    <>
      {field.unused ? <Badge title="This setting has no effect.">Unused</Badge> : null}
      {field.deprecated ? <Badge tone="warning">Deprecated</Badge> : null}
    </>
  );
}
