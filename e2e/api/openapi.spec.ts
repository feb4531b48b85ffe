import { createConfig, lintFromString } from "@redocly/openapi-core";
import { Description } from "../support/described";
import { anyDatabase, expect, type Instance, test } from "../support/instance";

interface Schema {
  /** Of a list. */
  items?: Schema;
  properties?: Record<string, unknown>;
  required?: string[];
}
interface Described {
  paths: Record<
    string,
    Record<string, { responses: Record<string, { content?: { "application/json": { schema: Schema } } }> }>
  >;
}

async function described(instance: Instance): Promise<{ text: string; document: Described }> {
  const { status, text, headers, body } = await instance.send("/api/openapi.json", { method: "GET" });
  expect([status, headers.get("content-type")]).toEqual([200, "application/json"]);
  return { text, document: body as unknown as Described };
}

test("the description of the instance API is valid OpenAPI", anyDatabase, async ({ instance }) => {
  const { text } = await described(instance);
  // The description does not name a license, because the operator chooses one. All other lint rules are on.
  const rules = { "info-license": "off", "info-license-strict": "off" } as const;
  const config = await createConfig({ extends: ["recommended-strict"], rules });
  const problems = await lintFromString({ source: text, absoluteRef: "openapi.json", config });
  expect(problems.map(({ ruleId, message, location }) => [ruleId, message, location[0]?.pointer])).toEqual(
    [],
  );
});

test("the OpenAPI linter detects an invalid description", anyDatabase, async ({ instance }) => {
  const { text } = await described(instance);
  const config = await createConfig({ extends: ["recommended-strict"] });
  const source = text.replace('"operationId":"createBot"', '"operationId":"createApplication"');
  expect(await lintFromString({ source, absoluteRef: "openapi.json", config })).not.toEqual([]);
});

test("the description contains every path with its responses", anyDatabase, async ({ instance }) => {
  const { document } = await described(instance);
  const { id } = await instance.addBot();
  instance.configure((config) => void (config.gateway = { endpointPublic: "wss://gateway.example.org" }));
  const bodies: Record<string, unknown> = {
    "post /applications": { name: "Harbor" },
    "patch /applications/{application_id}": { description: "Moors ships" },
    "post /oauth2/authorize": { guild_id: instance.guildId, permissions: "8", authorize: true },
  };
  const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, { responses }]) => ({ method, path, responses })),
  );
  expect(operations).toHaveLength(11);
  // Sends the DELETE requests last, because other requests need the application.
  const last = (method: string) => Number(method === "delete");
  for (const { method, path, responses } of operations.toSorted((a, b) => last(a.method) - last(b.method))) {
    const query = path === "/oauth2/authorize" ? `?client_id=${id}` : "";
    const address = `/api/v9${path.replace("{application_id}", id)}${query}`;
    const { status, body, text } = await instance.call(
      method.toUpperCase(),
      address,
      bodies[`${method} ${path}`],
    );
    const done = method === "delete" ? 204 : 200;
    expect([method, path, status]).toEqual([method, path, done]);
    if (done === 204) expect(text).toBe("");
    const schema = responses[String(done)]?.content?.["application/json"].schema;
    const members = Object.keys((Array.isArray(body) ? (body as object[])[0] : body) ?? {});
    const named = schema?.items ?? schema;
    expect(Object.keys(named?.properties ?? {})).toEqual(expect.arrayContaining(members));
    expect(members).toEqual(expect.arrayContaining(named?.required ?? []));
  }
  instance.configure((config) => void delete config.gateway);
});

test(
  "the response check reports responses that differ from the OpenAPI description",
  anyDatabase,
  async ({ instance }) => {
    const description = await Description.of(instance.url);
    const { body, status } = await instance.post("/api/v9/applications", { name: "Harbor" });
    const complaint = (answered: number, given: unknown) =>
      description.complaint("/api/v9/applications?x=1", answered, given);
    expect(complaint(status, body)).toBeNull();
    expect(complaint(status, { ...body, owner: { ...(body.owner as object), email: "keeper@x" } })).toContain(
      "email",
    );
    expect(complaint(status, { ...body, name: undefined })).toContain("name");
    expect(complaint(401, { code: "0", message: "401: Unauthorized" })).toContain("code");
    expect(complaint(418, {})).toContain("does not know the status 418");
    const limited = { message: "You are being rate limited.", retry_after: 1, global: false };
    expect([complaint(429, limited), complaint(400, limited)]).toEqual([
      null,
      expect.stringContaining("code"),
    ]);
  },
);

test(
  "the description lists the API versions in the configuration file",
  anyDatabase,
  async ({ instance }) => {
    instance.configure((config) => void (config.api = { defaultVersion: "8", activeVersions: ["7", "8"] }));
    const versions = async () => {
      const { document } = await described(instance);
      return (document as unknown as { servers: { variables: { version: unknown } }[] }).servers[0]?.variables
        .version;
    };
    try {
      await expect.poll(versions).toEqual({ enum: ["7", "8"], default: "8" });
    } finally {
      instance.configure((config) => void delete config.api);
    }
    await expect.poll(versions).toMatchObject({ default: "9" });
  },
);
