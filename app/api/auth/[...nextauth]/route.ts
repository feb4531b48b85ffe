import { cookies } from "next/headers";
import { NextRequest } from "next/server";
import NextAuth from "next-auth";
import { currentSession } from "@/app/session";
import { core } from "@/lib/core";

type Context = { params: Promise<{ nextauth: string[] }> };

async function handler(request: NextRequest, context: Context): Promise<Response> {
  const { nextauth: path } = await context.params;
  return core().panel.answerAuth(request, {
    path,
    jar: await cookies(),
    currentSession,
    pass: async (url, init, options) =>
      (await NextAuth(
        new NextRequest(url, init as ConstructorParameters<typeof NextRequest>[1]),
        context,
        options,
      )) as Response,
  });
}

export { handler as GET, handler as POST };
