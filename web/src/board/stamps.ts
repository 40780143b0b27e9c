/** Small drawings that are put into the page once, as SVG symbols that `use` refers to. */

const made = new Set<string>();

/** What a `use` refers to; it is drawn when it is first asked for. */
export function stamp(id: string, draw: () => string): string {
  if (!made.has(id)) {
    made.add(id);
    sheet().insertAdjacentHTML("beforeend", `<g id="${id}">${draw()}</g>`);
  }
  return `#${id}`;
}

function sheet(): Element {
  const found = document.getElementById("stamps");
  if (found) return found;
  const hidden = '<svg width="0" height="0" style="position:absolute" aria-hidden="true">';
  document.body.insertAdjacentHTML("beforeend", `${hidden}<defs id="stamps"></defs></svg>`);
  return sheet();
}
