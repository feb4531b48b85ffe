import type { Instance } from "./instance";

type Json = Record<string, unknown>;
export type Reply = [status: number, body: unknown];

interface Row {
  id: string;
  name: string;
  description: string;
  bot_public: number;
  bot_user_id: string | null;
  username: string | null;
}

const asSent = ({ id, name, description, bot_public, bot_user_id, username }: Row): Json => ({
  id,
  name,
  description,
  icon: null,
  bot_public: bot_public === 1,
  verify_key: "IMPLEMENTME",
  ...(bot_user_id !== null && { bot: { id: bot_user_id, username } }),
});

const missing: Reply = [404, { code: 404, message: "Application could not be found" }];

const ROUTE = /^(?:(GET|PATCH) \/applications\/(\d+)(\/bot)?|POST \/applications\/(\d+)\/delete)$/;
/** Including `DELETE /applications/<id>`, which this family does not have. */
export const isOfOwnApplications = (route: string) =>
  route === "GET /applications" || ROUTE.test(route) || route.startsWith("DELETE /applications/");

/**
 * The API family's routes for an account's applications that a panel itself does not serve, based on a panel's
 * rows.
 */
export async function ownApplications(instance: Instance, route: string, body: Json): Promise<Reply> {
  const rows = await instance.sql<Row>(
    `select applications.id, name, description, bot_public, bot_user_id, username
     from applications left join users on users.id = bot_user_id order by applications.id`,
  );
  if (route === "GET /applications") return [200, rows.map(asSent)];
  if (route.startsWith("DELETE ")) return [404, { code: 404, message: "Endpoint not found" }];
  const [, method, named, part, deleted] = ROUTE.exec(route) ?? [];
  const id = named ?? deleted;
  const row = rows.find((one) => one.id === id);
  if (!row) return missing;
  if (method === undefined) {
    await instance.sql("delete from applications where id = ?", row.id);
    return [200, undefined];
  }
  if (method === "PATCH" && part)
    await instance.sql("update users set username = ? where id = ?", body.username ?? row.username, row.id);
  else if (method === "PATCH") {
    if (body.name === "") return [400, formError("name", "This field is required")];
    await instance.sql(
      "update applications set name = ?, description = ?, bot_public = ? where id = ?",
      body.name ?? row.name,
      body.description ?? row.description,
      Number(body.bot_public ?? row.bot_public === 1),
      row.id,
    );
  }
  return method === "GET" ? [200, asSent(row)] : ownApplications(instance, `GET /applications/${row.id}`, {});
}

const formError = (field: string, message: string): Json => ({
  code: 50035,
  message: "Invalid Form Body",
  errors: { [field]: { _errors: [{ code: "BASE_TYPE_REQUIRED", message }] } },
});
