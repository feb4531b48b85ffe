/** Saves what an address answers to disk, as clicking a download link would. */
export function download(href: string, name: string): void {
  Object.assign(document.createElement("a"), { href, download: name }).click();
}

/** Saves a file that the page has to disk. */
export function downloadFile(content: Blob, name: string): void {
  const address = URL.createObjectURL(content);
  download(address, name);
  URL.revokeObjectURL(address);
}
