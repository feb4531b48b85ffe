import { TypedField } from "@/components/shell/form/form-field";

export interface Credentials {
  login: string;
  password: string;
  /** Null if the instance has not asked for a two-factor code. */
  code: string | null;
}

export function TokenField({ value, onChange }: { value: string; onChange: (value: string) => void }) {
  return (
    <div className="flex flex-col gap-3">
      <TypedField
        label="User token"
        help="The token that identifies your account on your instance. A bot's token does not work here."
        type="password"
        className="max-w-xl font-mono"
        value={value}
        onChange={onChange}
      />
      <details className="max-w-prose text-sm">
        <summary className="cursor-pointer text-accent-text">Where do I find my token?</summary>
        <ol className="mt-2 list-decimal space-y-1 pl-5 text-muted-foreground">
          <li>Sign in to a web client of your instance, in a browser on a computer.</li>
          <li>
            Press F12 to open the developer tools, choose the tab <b>Network</b>, and reload the page.
          </li>
          <li>
            Click a request whose address contains <code>/api/</code> and look under <b>Request headers</b>.
          </li>
          <li>
            Copy the value of <code>Authorization</code>. Anybody with this token can act as you, so keep it
            secret.
          </li>
        </ol>
      </details>
    </div>
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
      <TypedField
        label="Email address or phone number"
        className="max-w-md"
        value={value.login}
        onChange={(login) => onChange({ ...value, login })}
      />
      <TypedField
        label="Password"
        help="The panel sends it to the instance once and does not store it. The instance returns a user token."
        type="password"
        className="max-w-md"
        value={value.password}
        onChange={(password) => onChange({ ...value, password })}
      />
      {value.code === null ? null : (
        <TypedField
          label="Two-factor code"
          help="Six digits from the authenticator of this account."
          autoFocus
          inputMode="numeric"
          autoComplete="one-time-code"
          className="max-w-40 font-mono"
          value={value.code}
          onChange={(code) => onChange({ ...value, code: code.trim() })}
        />
      )}
    </>
  );
}
