import { z } from "zod";

type Json = Record<string, unknown>;

/** Responses by status. `content` is missing if the response has no body. */
type Responses = Record<string, { content?: { "application/json": { schema: Json } } }>;

interface Document {
  /** Operations by path, and then by lowercase method. */
  paths: Record<string, Record<string, { responses: Responses }>>;
  components: { schemas: Record<string, Json> };
}

/** Resolves each `$ref`, and forbids fields that are not in the description. */
function strict(node: unknown, document: Document): unknown {
  if (Array.isArray(node)) return node.map((item) => strict(item, document));
  if (typeof node !== "object" || node === null) return node;
  const { $ref } = node as { $ref?: string };
  if ($ref !== undefined) return strict(document.components.schemas[$ref.split("/").at(-1) ?? ""], document);
  const copy = Object.fromEntries(Object.entries(node).map(([key, value]) => [key, strict(value, document)]));
  return "properties" in copy ? { ...copy, additionalProperties: false } : copy;
}

/** Checks responses against the description in `/api/openapi.json`. */
export class Description {
  /**
   * Caches the schema of each described response, because creating a schema takes longer than validating a response.
   */
  private readonly schemas = new Map<object, z.ZodType>();

  private constructor(private readonly document: Document) {}

  static async of(url: string): Promise<Description> {
    return new Description((await (await fetch(`${url}/api/openapi.json`)).json()) as Document);
  }

  /**
   * Explains how a response differs from the description. Returns null if the response matches, or if its
   * route is not described.
   */
  complaint(path: string, status: number, body: unknown, method = "POST"): string | null {
    const responses = this.responsesOf(path, method);
    if (!responses) return null;
    const described = responses[String(status)];
    if (!described) return `The description does not know the status ${status} of ${path}`;
    if (!described.content) return null;
    const { success, error } = this.schemaOf(described.content["application/json"].schema).safeParse(body);
    return success ? null : `${path} answers ${status} other than described: ${z.prettifyError(error)}`;
  }

  private schemaOf(description: Json): z.ZodType {
    const schema =
      this.schemas.get(description) ?? z.fromJSONSchema(strict(description, this.document) as never);
    this.schemas.set(description, schema);
    return schema;
  }

  private responsesOf(address: string, method: string): Responses | undefined {
    const [path = ""] = address.replace(/^\/api(?:\/v\d[^/]*)?/, "").split("?");
    const found = Object.keys(this.document.paths).find((template) =>
      new RegExp(`^${template.replace(/\{\w+\}/g, "[^/]+")}$`).test(path),
    );
    return this.document.paths[found ?? ""]?.[method.toLowerCase()]?.responses;
  }
}
