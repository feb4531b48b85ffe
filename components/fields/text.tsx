import type { ControlProps } from "@/components/form/control-props";
import { Input } from "@/components/ui/input";
import { Textarea } from "@/components/ui/textarea";
import type { EmailField, TextField, UrlField } from "@/lib/config/field";

type NativeParts = Pick<ControlProps, "id" | "describedBy" | "invalid" | "disabled">;

/** What all controls with one native element have in common. */
export function nativeProps({ id, describedBy, invalid, disabled }: NativeParts) {
  return { id, disabled, "aria-describedby": describedBy, "aria-invalid": invalid || undefined };
}

export function textOf(value: unknown): string {
  return typeof value === "string" ? value : value === null || value === undefined ? "" : String(value);
}

export function TextControl(props: ControlProps<TextField>) {
  const { field, value, onChange } = props;
  const common = { ...nativeProps(props), value: textOf(value), placeholder: field.placeholder };
  if (field.multiline) {
    return <Textarea {...common} rows={3} onChange={(event) => onChange(event.target.value)} />;
  }
  return (
    <Input
      {...common}
      autoComplete="off"
      spellCheck={false}
      onChange={(event) => onChange(event.target.value)}
    />
  );
}

export function UrlControl(props: ControlProps<UrlField>) {
  const { field, value, onChange } = props;
  return (
    <Input
      {...nativeProps(props)}
      // Not type="url": the browser would check it in its own words, and it does not know ws: or amqp:.
      inputMode="url"
      autoComplete="off"
      spellCheck={false}
      placeholder={field.placeholder ?? `${field.protocols[0] ?? "https"}://`}
      value={textOf(value)}
      onChange={(event) => onChange(event.target.value)}
    />
  );
}

export function EmailControl(props: ControlProps<EmailField>) {
  return (
    <Input
      {...nativeProps(props)}
      inputMode="email"
      autoComplete="off"
      spellCheck={false}
      placeholder="name@example.org"
      value={textOf(props.value)}
      onChange={(event) => props.onChange(event.target.value)}
    />
  );
}
