// Before anything is drawn: the theme that the reader has chosen, else the system's. Drawings in a page ask for `dark`.
(() => {
  const page = document.documentElement;
  const system = matchMedia("(prefers-color-scheme: dark)");
  const show = () => page.classList.toggle("dark", (page.dataset.theme ?? (system.matches ? "dark" : "light")) === "dark");
  let theme = null;
  try {
    theme = localStorage.getItem("glint.site.theme");
  } catch {
    // The browser keeps nothing: the system's theme.
  }
  if (theme === "light" || theme === "dark") page.dataset.theme = theme;
  system.addEventListener("change", show);
  show();
  window.glintTheme = (chosen) => {
    page.dataset.theme = chosen;
    show();
  };
})();
