import { mkdtempSync, readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { isDeepStrictEqual } from "node:util";
import ipaddr from "ipaddr.js";
import { z } from "zod";
import { AppError } from "@/lib/errors";
import { reachOf } from "@/lib/server/checks/address";
import { readEditionFile } from "@/lib/server/config-file/edition-file";
import { Version } from "@/lib/server/config-file/version";
import {
  addressGroup,
  clientAddress,
  isTrustedProxy,
  parseTrustedProxies,
  queueShares,
} from "@/lib/server/http/door/address";
import { originForm, pathForNext, pathInPanel } from "@/lib/server/http/door/visit";
import { parseDocument } from "@/lib/server/instance/provision/document/parse";
import { nameFrom, numbered } from "@/lib/server/operators/oidc/enter";
import { grantSchema, roleOf } from "@/lib/server/operators/oidc/provider";
import { usernameSchema } from "@/lib/shared/contract/username";
import { causeOf } from "@/lib/shared/json/cause";
import { applyEdits, type Edit, NotAGroup, TooMuch } from "@/lib/shared/json/edit";
import { locate } from "@/lib/shared/json/location";
import { readJson, readTolerantly, readWithRepeats } from "@/lib/shared/json/read";
import { type JsonProblem, placeOf, valueOf } from "@/lib/shared/json/tree";
import { isObject, type JsonValue, parsedJson, sameJson } from "@/lib/shared/json/value";
import { baseOf, editionOf } from "@/lib/shared/settings/editions";
import { editionWith } from "@/lib/shared/settings/editions/edition-with";
import { compileRules } from "@/lib/shared/settings/own-rules";
import { parseValue } from "@/lib/shared/settings/parse-value";
import { askedAgain } from "./oidc-provider";
import { readValue } from "@/lib/shared/settings/read-value";

/** A program for texts of strangers. */
export interface Target {
  seeds: readonly string[];
  /** Texts that mean something to this program. They are inserted into inputs. */
  words: readonly string[];
  /** @throws if an invariant does not hold, or if the program throws anything that it does not document */
  run(input: string): void | Promise<void>;
}

function require(holds: boolean, invariant: string): asserts holds {
  if (!holds) throw new Error(`Broken: ${invariant}`);
}

function requireWithin(text: string, problems: readonly JsonProblem[]): void {
  for (const { start, end } of problems)
    require(0 <= start && start <= end && end <= text.length, "a problem is inside the text");
}

/** Faults that only our reader sees. `JSON.parse` accepts such texts. */
const stricter = new Set([
  "duplicate-key",
  "forbidden-key",
  "too-deep",
  "too-many-keys",
  "too-many-values",
  "long-number",
]);

const fixture = (name: string) => readFileSync(`e2e/fixtures/${name}`, "utf8");

const jsonWords = [
  ...[
    "{",
    "}",
    "[",
    "]",
    ":",
    ",",
    '"',
    '"a":',
    "null",
    "true",
    "1e400",
    "-0",
    "0.1",
    "9007199254740993",
    "\\u0041",
  ],
  ...[
    "\\ud800",
    "\ud800",
    "\ufeff",
    "\u00a0",
    "\u2028",
    '"__proto__":1',
    "//",
    "/*",
    "*/",
    "'",
    "“",
    "True",
    "NaN",
  ],
  ...["<<<<<<< ", "---", "<!doctype html>", "\\", "\r\n", "\t", "\0"],
];

const json: Target = {
  seeds: [
    '{"a":1,"b":[true,null,"\\u00e4"]}',
    "[1,2",
    '{"a":1,"a":2}',
    "{'a':1}",
    "a: 1\nb:\n  - c",
    fixture("branded-partial.json"),
  ],
  words: jsonWords,
  run(text) {
    const strict = readJson(text);
    const native = parsedJson(text);
    if (strict.root)
      require(sameJson(native, valueOf(text, strict.root)), "the values are those of JSON.parse");
    else {
      require(strict.problems.length > 0, "a refused text has a problem");
      requireWithin(text, strict.problems);
      if (native !== undefined)
        require(strict.problems.some(({ code }) =>
          stricter.has(code),
        ), `a refused text is invalid JSON, or ${strict.problems[0]?.code} is stricter`);
    }
    const tolerant = readTolerantly(text);
    requireWithin(text, tolerant.problems);
    require((tolerant.problems.length === 0) === (strict.root !== null), "both readers agree on valid texts");
    for (const problem of [...strict.problems.slice(0, 2), ...tolerant.problems.slice(-2)]) {
      causeOf(text, problem);
      locate(text, problem.start);
      placeOf(text, problem.start);
    }
  },
};

const cut = (text: string, mark: string): [string, string] => {
  const at = text.lastIndexOf(mark);
  return at < 0 ? [text, ""] : [text.slice(0, at), text.slice(at + mark.length)];
};

/** Reads lines such as `a/b/0=1`. A line without a value removes the key. */
const editsIn = (lines: string): Edit[] =>
  lines.split("\n").flatMap((line): Edit[] => {
    const [path = "", ...rest] = line.split("=");
    if (path === "" || path.includes("__proto__")) return [];
    const [first = "", ...others] = path.split("/");
    const segments = [first, ...others.map((key) => (/^\d$/.test(key) ? Number(key) : key))];
    if (rest.length === 0) return [{ segments, value: undefined }];
    const value = readJson(rest.join("="));
    const text = rest.join("=");
    return [{ segments, value: value.root ? valueOf(text, value.root) : text }];
  });

/** Edits below the same key are refused before the file is edited, and elements of lists are not removed. */
const areSeparate = (edits: readonly Edit[]): boolean =>
  edits.every(({ segments, value }, index) => {
    const isElement = segments.some((key) => typeof key === "number");
    const overlaps = edits.some(
      (other, at) =>
        at !== index && segments.every((key, n) => n >= other.segments.length || other.segments[n] === key),
    );
    return !overlaps && (!isElement || value !== undefined);
  });

/** From 200 texts on, a list is shared between versions of a file. */
const longList = JSON.stringify(Array.from({ length: 200 }, (_, index) => (index % 10).toString()));

const edit: Target = {
  seeds: [
    `{"a":1,"l":${longList},"z":2}@@a=22`,
    `{"l":${longList},\n"m":${longList.replaceAll(",", ", ")}}@@l=[]\nm/0="x"`,
    '{"a":1,"b":{"c":[1,2]}}\n@@a=2',
    '{\n  "a": 1,\n  "b": { "c": "x" }\n}\n@@b/c="y"\nd/e=[1,2]',
    '{\r\n\t"a" : 1 ,\r\n\t"b":null\r\n}\n@@a\nb/x=1',
    '{"a":1,"a":2,"l":[{"k":1}]}@@a\nl/0/k=5',
    `${fixture("branded-partial.json")}@@limits/user/maxGuilds=5`,
  ],
  words: [...jsonWords, "@@", longList, "\na=1", "\na", "/0", "/b", "={}", "=[]", '={"x":1}'],
  run(input) {
    const [text, lines] = cut(input, "@@");
    const { root } = readWithRepeats(text);
    const edits = editsIn(lines);
    if (root?.type !== "object" || !areSeparate(edits)) return;
    try {
      const once = applyEdits({ text, root }, edits);
      require(parsedJson(once.text) !== undefined, "an edited file is JSON");
      const fresh = readWithRepeats(once.text).root;
      require(isDeepStrictEqual(
        once.root,
        fresh,
      ), "an edited file is read as the same file without its history");
      require(applyEdits(once, edits).text === once.text, "the same edits again change nothing");
    } catch (error) {
      if (!(error instanceof NotAGroup) && !(error instanceof TooMuch)) throw error;
    }
  },
};

/** The whole way of a file that an operator brings: text, naming, values, problems. */
const file: Target = {
  seeds: [
    fixture("branded-full.json"),
    fixture("branded-partial.json"),
    '{"general":{"serverName":"h.example"},"x":1,"x":2}',
    "\ufeff{}",
  ],
  words: [
    ...jsonWords,
    '"limits":{',
    '"rate":{',
    '"general":{',
    '"rabbitmq":{',
    '"broker":{',
    '"True"',
    '"${NAME}"',
    '"yes"',
    "false",
  ],
  run(input) {
    const parsed = Version.parse(Buffer.from(input));
    if (!parsed.usable)
      return require(parsed.problems.length > 0, "a file that cannot be used has a problem");
    require(parsed.problems.every(({ message }) => message !== ""), "a problem has a sentence");
    require(parsed.unrecognized.size <= input.length, "an unrecognized value is in the file");
  },
};

const addresses: Target = {
  seeds: [
    "10.0.0.1\n10.0.0.0/8\n1.2.3.4, 10.0.0.2",
    '::ffff:127.0.0.1\nloopback, 2001:db8::/32\nfor="[2001:db8::1]:443";proto=https, 8.8.8.8:123',
    "fe80::1%eth0\nlinklocal\nunknown, 1.1.1.1",
    "/tmp/socket\n*\n",
  ],
  words: [
    ...[
      "127.0.0.1",
      "::1",
      "::ffff:1.2.3.4",
      "64:ff9b::a00:1",
      "2002:a00:1::",
      "0x7f.1",
      "017700000001",
      "1.2.3.4:80",
    ],
    ...[
      "[::1]:80",
      "for=",
      "Forwarded",
      '"',
      ";",
      ",",
      "%25",
      "/0",
      "/1",
      "/128",
      "loopback",
      "uniquelocal",
      "\n",
      " ",
      "169.254.169.254",
    ],
  ],
  run(input) {
    const [peer = "", longList = "", ...rest] = input.split("\n");
    // An operator writes the list, and a thousand proxies would take most of the time.
    const list = longList.slice(0, 400);
    const header = rest.join("");
    const trusted = parseTrustedProxies(list);
    const client = clientAddress(peer, header, trusted);
    require(client === "unknown" || ipaddr.isValid(client), "a client has an address");
    require(clientAddress(peer, header, []) ===
      clientAddress(peer, null, trusted), "without a trusted proxy, the header counts for nothing");
    if (client !== "unknown" && !isTrustedProxy(client, list, null))
      require(clientAddress(peer, `6.6.6.6,${header}`, trusted) ===
        client, "a client cannot put an address in front");
    require(queueShares(peer, () => header).every(({ most }) => most > 0), "a client has a share");
    const group = addressGroup(client);
    require(group === "unknown" ||
      addressGroup(group.replace("/64", "")) === group, "a network's address is in the network");
    const reach = reachOf(peer);
    if (ipaddr.IPv4.isValidFourPartDecimal(peer)) {
      const { parts } = ipaddr.IPv4.parse(peer).toIPv4MappedAddress();
      const mapped = parts.map((part) => part.toString(16)).join(":");
      require(reachOf(`::ffff:${peer}`) === reach &&
        reachOf(mapped) === reach, "an IPv6 spelling is as reachable as the IPv4 address");
    }
  },
};

const base = "/admin";
const paths: Target = {
  seeds: [
    "/login?x=1",
    "http://evil.example/admin/login",
    "/admin",
    "/admin?x",
    "/administrator",
    "//evil.example/%2e%2e",
    "*",
  ],
  words: [
    "/admin",
    "//",
    "\\",
    "%2f",
    "%00",
    "?",
    "#",
    "@",
    "http://",
    "https:",
    "javascript:",
    "\t",
    "..",
    ";",
  ],
  run(input) {
    const path = originForm(input);
    require(!/^[a-z][a-z\d+.-]*:\/\//i.test(path), "a target has no host");
    const inside = pathInPanel(path, base);
    if (path.startsWith("/")) {
      require(inside.startsWith("/"), "a path stays a path");
      if (inside !== path)
        require(pathForNext(inside, base).replace(/^\/admin\/?/, "") ===
          path.replace(/^\/admin\/?/, ""), "Next gets the same path");
    }
  },
};

const oidcRules = {
  roleClaim: "realm_access.roles",
  roles: [
    { value: "admins", role: "owner" },
    { value: "*", role: "viewer" },
  ],
} as const;

function requireRole(claims: Readonly<Record<string, unknown>>, input: string): void {
  const role = roleOf(claims, oidcRules);
  require(role === "viewer" || role === "owner", "everybody at the provider is a viewer");
  if (role === "owner") require(input.includes("admins") || input.includes("\\u"), "only admins are owners");
  const none = roleOf(claims, { ...oidcRules, roles: [{ value: "never in a claim", role: "owner" }] });
  require(none === null || input.includes("never"), "a claim without the value gives nothing");
}

/** The answers of a provider: its document, the tokens, the claims of the ID token, and those of userinfo. */
const oidc: Target = {
  seeds: [
    '@@@@{"sub":"1","realm_access":{"roles":["admins"]}}@@',
    '@@@@@@{"sub":"1","realm_access.roles":"admins users","preferred_username":"ada"}',
    '@@{"access_token":"a"}@@@@{"sub":"1","realm_access":[["admins"]],"email":"ada@x.org"}',
    '@@{"access_token":"a","token_type":"Bearer","expires_in":60,"refresh_token":"next","id_token":"ID"}@@{"sub":"1","name":"Ada"}@@',
    '{"issuer":"ISSUER","token_endpoint":"ISSUER/token","userinfo_endpoint":"ISSUER/userinfo","jwks_uri":"ISSUER/keys"}@@@@@@',
    '@@400\n{"error":"invalid_grant"}@@@@',
    '@@@@@@401 Bearer error="invalid_token", error_description="x"\n',
    '@@@@{"sub":"1","iat":99999999999}@@',
    "503\n@@@@@@",
  ],
  words: [
    ...jsonWords,
    ...[
      "@@",
      "ISSUER",
      "ID",
      "401 ",
      "403\n",
      "500\n",
      "Bearer ",
      'error="invalid_token"',
      '"error":',
      '"invalid_grant"',
    ],
    ...[
      '"sub":',
      '"sub":1,',
      '"iat":',
      '"exp":',
      '"aud":',
      '"iss":',
      '"nonce":',
      '"azp":',
      '"at_hash":',
      '"auth_time":',
    ],
    ...['"issuer":', '"token_endpoint":', '"userinfo_endpoint":', '"jwks_uri":', '"mtls_endpoint_aliases":'],
    ...[
      '"access_token":',
      '"id_token":',
      '"refresh_token":',
      '"token_type":',
      '"expires_in":',
      '"expires_at":',
    ],
    ...[
      '"preferred_username":',
      '"name":',
      '"email":',
      '"Ada Lovelace of the analytical engine"',
      '"admin"',
      '"realm_access"',
    ],
    ...['"roles"', '"realm_access.roles"', '"admins"', '"constructor"', '"length"'],
  ],
  async run(input) {
    const claims = parsedJson(input);
    if (isObject(claims)) requireRole(claims, input);
    const answer = await askedAgain(input);
    if (answer === null) return;
    require(typeof answer.claims.sub === "string" && answer.claims.sub !== "", "a person has a subject");
    require(grantSchema.safeParse(answer.grant).success, "a grant contains tokens");
    requireRole(answer.claims, input);
    const name = nameFrom(answer.claims);
    for (const candidate of [name, numbered(name, 2), numbered(name, 99_999)])
      require(usernameSchema.safeParse(candidate).success, `an operator gets a valid name: ${candidate}`);
  },
};

const provisioning: Target = {
  seeds: [
    '{"bots":[{"name":"Harbor","guilds":[{"guild":"Moors","permissions":"8"}]}]}',
    '{"owner":"a","bots":[]}',
    "[]",
    "bots:\n  - name: x",
  ],
  words: [
    ...jsonWords,
    '"bots":[',
    '"name":',
    '"guilds":[',
    '"guild":',
    '"permissions":',
    '"owner":',
    '"id":',
    '"public":',
    "18446744073709551616",
  ],
  run(input) {
    try {
      const { bots, problems } = parseDocument(input);
      for (const { line, column, message } of problems)
        require(line >= 1 && column >= 1 && message !== "", "a problem has a place and a sentence");
      require(bots.every(({ name }) => name.trim() !== ""), "a bot has a name");
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
    }
  },
};

const folder = mkdtempSync(join(tmpdir(), "fuzz-"));
const editionPath = join(folder, "edition.json");
const edition: Target = {
  seeds: [fixture("edition-ten-keys.json"), "{}", '{"base":"neutral","settings":{"a.b":{"label":"A"}}}'],
  words: [
    ...jsonWords,
    '"settings":{',
    '"keys":{',
    '"base":',
    '"neutral"',
    '"branded"',
    '"kind":',
    '"default":',
    '"label":',
    '"section":',
    '"pattern":',
    '"(a+)+$"',
    '"options":[',
    '"former":',
  ],
  run(input) {
    writeFileSync(editionPath, input);
    let read;
    try {
      read = readEditionFile(editionPath);
    } catch (error) {
      require(error instanceof Error &&
        error.message.startsWith(
          "The edition file at CONFIG_EDITION",
        ), `a fault has a sentence: ${String(error)}`);
      return;
    }
    const { registry } = editionWith(baseOf(read), read);
    for (const field of registry.fields) {
      const { default: usual } = field;
      if (usual !== null)
        require(readValue(field, usual).value !== undefined, `a default can be read: ${field.path}`);
    }
  },
};

const rules: Target = {
  seeds: [
    "limits.user.maxGuilds >= 50",
    "register.disabled == true && size(register.email.domains) < 5",
    "register.email.domains.all(d, d.endsWith('.org'))",
  ],
  words: [
    "limits.user.maxGuilds",
    "register.email.domains",
    ".all(x, ",
    ".map(x, ",
    "size(",
    "&&",
    "||",
    "?",
    ":",
    "[",
    "]",
    "{",
    "}",
    "'",
    "\\x",
    "1e9",
    "9223372036854775807",
    "-",
    "/ 0",
    "% 0",
    "has(",
    "dyn(",
  ],
  run(input) {
    const { registry } = editionOf("neutral");
    const { rules: compiled, problems } = compileRules(
      [{ id: "fuzz", expression: input, message: "No.", severity: "error" }],
      registry,
    );
    require(compiled.length + problems.length === 1, "a rule is compiled or refused");
  },
};

const fields = editionOf("neutral").registry.fields;
/** Values as people type them, for every setting. */
const values: Target = {
  seeds: [
    "500k",
    "1.5 GiB",
    "true",
    "2 hours",
    "a@b.example",
    "https://x.example/",
    "[]",
    '["a","b"]',
    "   ",
    "1,5",
    "0x10",
    "١٢",
  ],
  words: [
    "k",
    "KiB",
    "MB",
    "1 000",
    "1_000",
    "−",
    "–",
    "½",
    "∞",
    "1e3",
    "h",
    "ms",
    "xn--",
    "ä",
    "\u200b",
    "\u00a0",
    "@",
    "://",
    ":0",
    "[::1]",
    "%",
    "yes",
    "off",
    "${A}",
    "{{ a }}",
  ],
  run(input) {
    for (const field of fields) {
      const parsed = parseValue(field, input);
      readValue(field, input);
      if (!parsed.ok || parsed.value === null) continue;
      const again = parseValue(field, parsed.value as JsonValue);
      require(again.ok &&
        sameJson(again.value, parsed.value), `a parsed value stays as it is: ${field.path}`);
    }
  },
};

export const targets: Readonly<Record<string, Target>> = {
  json,
  edit,
  file,
  addresses,
  paths,
  oidc,
  provisioning,
  edition,
  rules,
  values,
};

const corpusSchema = z.array(z.string());
export const corpusFile = (name: string): string => `testing/fuzz/corpus/${name}.json`;

/** Inputs of earlier runs that together reach every branch that these runs reached. */
export function corpusOf(name: string): readonly string[] {
  try {
    return corpusSchema.parse(JSON.parse(readFileSync(corpusFile(name), "utf8")));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return [];
    throw error;
  }
}
