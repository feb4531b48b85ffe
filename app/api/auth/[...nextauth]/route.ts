import type { NextRequest } from "next/server";
import NextAuth from "next-auth";
import { authOptions } from "@/lib/operators";

type Context = { params: Promise<{ nextauth: string[] }> };

const handler = (request: NextRequest, context: Context): Promise<Response> =>
  NextAuth(request, context, authOptions()) as Promise<Response>;

export { handler as GET, handler as POST };
