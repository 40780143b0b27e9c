/** Copy a text that stands in a field; whether it could be done. */
export async function copyText(text: string, field: HTMLInputElement): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    field.select(); // the clipboard API needs HTTPS, which a home network does not have
    return document.execCommand("copy");
  }
}
