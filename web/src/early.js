/**
 * Runs before the first paint, as a script of its own that the page waits for: whoever chose a
 * theme shall not see the other one flash. The key is that of `app/settings.svelte.ts`.
 */
try {
  const { theme } = JSON.parse(localStorage.getItem("han.settings") ?? "{}");
  if (theme === "light" || theme === "dark") document.documentElement.dataset.theme = theme;
} catch {
  // storage is blocked, or holds something else
}
