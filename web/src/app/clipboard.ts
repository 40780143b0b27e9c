/** Copy a text that stands in a field; whether it could be done. */
export async function copyText(text: string, field: HTMLInputElement): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    field.select(); // pages of a home network are not secure: only the old way is open to them
    return document.execCommand("copy");
  }
}
