import { describe, expect, it } from "vitest";
import { allProblems, evaluateRules } from "./rules";
import { getAt } from "./paths";
import { specified } from "./registry";
import { effectiveValues } from "./values";
import type { Problem } from "../contract/config-snapshot";

/** Returns all problems of a file, as a page shows them. */
function problemsOf(file: Record<string, unknown>): Problem[] {
  const { values, problems } = effectiveValues((path) => {
    const value = getAt(file, path);
    return specified.containerPaths.includes(path) || value !== undefined ? value : undefined;
  });
  const set = specified.fields.map(({ path }) => path).filter((path) => getAt(file, path) != null);
  return allProblems(problems, evaluateRules({ values, set, secrets: {}, naming: "neutral" }));
}

const at = (file: Record<string, unknown>, path: string) =>
  problemsOf(file).filter((problem) => problem.path === path);

describe("values of the wrong type", () => {
  it.each([
    [{ email: { smtp: { secure: "True" } } }, "email.smtp.secure", true],
    [{ register: { disabled: "yes" } }, "register.disabled", true],
    [{ register: { requireInvite: "false" } }, "register.requireInvite", false],
    [{ email: { smtp: { port: "587" } } }, "email.smtp.port", 587],
    [{ api: { activeVersions: "8,9" } }, "api.activeVersions", ["8", "9"]],
    [{ api: { activeVersions: { 0: "8", 1: "9" } } }, "api.activeVersions", ["8", "9"]],
    [
      { security: { trustedProxies: ["loopback", "10.0.0.0/8"] } },
      "security.trustedProxies",
      "loopback, 10.0.0.0/8",
    ],
  ])("in %j are fixed with one click", (file, path, value) => {
    const [problem] = at(file, path);
    expect(problem).toMatchObject({ severity: "error", fix: { operations: [{ op: "set", path, value }] } });
  });

  it.each([
    [{ security: [] }, "security"],
    [{ register: { email: false } }, "register.email"],
  ])("in the place of a section can be removed: %j", (file, path) => {
    expect(at(file, path)).toMatchObject([{ fix: { repair: { kind: "remove", path } } }]);
  });

  it("without a likely meaning can be reset, or cleared if they are secret", () => {
    expect(at({ limits: { rate: { ip: { count: [] } } } }, "limits.rate.ip.count")).toMatchObject([
      { fix: { label: "Use the default", operations: [{ op: "unset" }] } },
    ]);
    expect(at({ security: { requestSignature: false } }, "security.requestSignature")).toMatchObject([
      { fix: { label: "Clear the secret" } },
    ]);
  });

  it("cause no further problem that assumes the default", () => {
    const smtp = { host: "mail.example.org", port: "587", username: "a", password: "b" };
    const messages = problemsOf({ email: { provider: "smtp", smtp } }).map(({ message }) => message);
    expect(messages.filter((message) => /port/i.test(message))).toEqual([]);
    expect(at({ email: { provider: "smtp", smtp } }, "email.smtp.port")).toHaveLength(1);
    const proxies = { security: { trustedProxies: "loopback", forwardedFor: 1 } };
    expect(problemsOf(proxies).filter(({ rule }) => rule !== undefined && rule.includes("proxy"))).toEqual(
      [],
    );
  });
});

describe("texts that are probably not meant", () => {
  it.each([
    ["{{ instance_name }}", /template that nothing has filled in/],
    ["${INSTANCE_NAME}", /template that nothing has filled in/],
    [" Harbor", /starts or ends with blanks/],
    ["My\u00a0Harbor", /a no-break space at position 3/],
  ])("such as %j cause a warning", (instanceName, words) => {
    expect(at({ general: { instanceName } }, "general.instanceName")).toMatchObject([
      { severity: "warning", message: expect.stringMatching(words) },
    ]);
  });

  it("are named without showing a secret", () => {
    const [problem] = at(
      { security: { jwtSecret: "${JWT_SECRET_OF_32_CHARACTERS_AND_MORE}" } },
      "security.jwtSecret",
    );
    expect(problem?.message).toMatch(/template/);
    expect(problem?.message).not.toContain("JWT_SECRET");
  });
});
