/** The largest set of rights that the server's database can store, as a signed 64-bit number. */
export const MOST_RIGHTS = 2n ** 63n - 1n;
