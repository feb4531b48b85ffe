import "server-only";

/* A module of its own, because a dynamic import of a bundled CommonJS package has no named exports. */
export { decode } from "next-auth/jwt";
