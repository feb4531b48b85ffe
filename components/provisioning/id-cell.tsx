import { CopyButton } from "@/components/ui/copy-button";
import { TableCell } from "@/components/ui/table";

/** A Snowflake in a table, with a button that copies it. */
export function IdCell({ id }: { id: string }) {
  return (
    <TableCell className="whitespace-nowrap">
      <span className="inline-flex items-center gap-1">
        <code className="text-xs">{id}</code>
        <CopyButton value={id} label={`Copy id ${id}`} />
      </span>
    </TableCell>
  );
}
