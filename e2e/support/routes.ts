import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import ts from "typescript";
import { routes } from "@/lib/shared/contract";

export interface Route {
  method: string;
  /** As in the source tree: `/api/panel/config/revisions/[id]/restore`. */
  path: string;
}

/** Methods that may change something. */
const CHANGING = ["POST", "PUT", "PATCH", "DELETE"];

/** The endpoints of the instance API that may change something, from the one list that a catch-all route serves. */
function instanceEndpoints(): Route[] {
  const list = readFileSync("lib/server/instance-api/routes.ts", "utf8");
  const routes = [...list.matchAll(/\{ method: "(\w+)", path: "([^"]+)", endpoint: \w+ \}/g)];
  if (routes.length === 0) throw new Error("The list of the instance API's endpoints is not where it was.");
  return routes
    .map(([, method = "", path = ""]) => ({
      method,
      path: `/api/[version]${path.replace(/:(\w+)/g, "[$1]")}`,
    }))
    .filter(({ method }) => CHANGING.includes(method));
}

/** The names that a statement exports. */
function exportsOf(statement: ts.Statement): string[] {
  const exported =
    ts.canHaveModifiers(statement) &&
    ts.getModifiers(statement)?.some(({ kind }) => kind === ts.SyntaxKind.ExportKeyword);
  if (
    ts.isExportDeclaration(statement) &&
    statement.exportClause &&
    ts.isNamedExports(statement.exportClause)
  )
    return statement.exportClause.elements.map(({ name }) => name.text);
  if (!exported) return [];
  if (ts.isFunctionDeclaration(statement)) return [statement.name?.text ?? ""];
  if (!ts.isVariableStatement(statement)) return [];
  return statement.declarationList.declarations.map(({ name }) => name.getText());
}

function methodsOf(file: string): string[] {
  const source = ts.createSourceFile(file, readFileSync(file, "utf8"), ts.ScriptTarget.Latest, true);
  return source.statements.flatMap(exportsOf);
}

/** Every route in the source tree with each method that may change something. */
export function changingRoutes(): Route[] {
  const files = readdirSync("app/api", { recursive: true, encoding: "utf8" });
  const ours = files
    .filter((file) => /(^|\/)route\.ts$/.test(file) && !/^(panel\/\[\.\.\.path\]|\[version\])/.test(file))
    .flatMap((file) =>
      methodsOf(join("app/api", file))
        .filter((method) => CHANGING.includes(method))
        .map((method) => ({ method, path: `/api/${file.replace(/\/?route\.ts$/, "")}` })),
    );
  const panel = Object.values(routes)
    .filter(({ method }) => CHANGING.includes(method))
    .map(({ method, path }) => ({ method, path: `/api/panel${path.replace(/:(\w+)/g, "[$1]")}` }));
  return [...ours, ...panel, ...instanceEndpoints()];
}

/** Whether a route belongs to the instance API, which accepts tokens but no cookies. */
export const isOfInstanceApi = ({ path }: Route): boolean => path.startsWith("/api/[version]");
