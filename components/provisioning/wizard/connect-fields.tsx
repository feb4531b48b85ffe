import { FormField } from "@/components/shell/form/form-field";
import { Input } from "@/components/ui/input";

export interface Credentials {
  login: string;
  password: string;
}

/** The controls have no `name`: a form submitted before the page's scripts run would put named values into the URL. */
export function TokenField({ value, onChange }: { value: string; onChange: (value: string) => void }) {
  return (
    <FormField
      label="User token"
      help="What a client sends in the Authorization header once you are signed in. A bot's token does not work here."
    >
      {(control) => (
        <Input
          {...control}
          type="password"
          autoComplete="off"
          spellCheck={false}
          className="max-w-xl font-mono"
          value={value}
          onChange={(event) => onChange(event.target.value)}
        />
      )}
    </FormField>
  );
}

export function PasswordFields({
  value,
  onChange,
}: {
  value: Credentials;
  onChange: (value: Credentials) => void;
}) {
  return (
    <>
      <FormField label="Email address or phone number">
        {(control) => (
          <Input
            {...control}
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
            className="max-w-md"
            value={value.login}
            onChange={(event) => onChange({ ...value, login: event.target.value })}
          />
        )}
      </FormField>
      <FormField
        label="Password"
        help="The panel sends it to the instance once and does not store it. The instance returns a user token."
      >
        {(control) => (
          <Input
            {...control}
            type="password"
            autoComplete="off"
            className="max-w-md"
            value={value.password}
            onChange={(event) => onChange({ ...value, password: event.target.value })}
          />
        )}
      </FormField>
    </>
  );
}
