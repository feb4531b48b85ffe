/** `size` random bytes from the browser's cryptographic source, as base64. */
export function randomSecret(size: number): string {
  const bytes = crypto.getRandomValues(new Uint8Array(size));
  return btoa(String.fromCharCode(...bytes));
}
