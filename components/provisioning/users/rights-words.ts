import { bitsOf, hasBit } from "@/lib/shared/chat/bits";

/** OPERATOR, which implies every other right. */
export const OPERATOR_BIT = 0;

/** Whether these rights, in decimal, contain OPERATOR. */
export const isOperatorOf = (rights: string): boolean => hasBit(bitsOf(rights) ?? 0n, OPERATOR_BIT);
