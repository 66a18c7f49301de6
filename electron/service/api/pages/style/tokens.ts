/** Colours, sizes and type of the pages, light and dark. */
export const tokens = `
:root {
  color-scheme: light dark;
  --ground: #f8fafc; --surface: #ffffff; --sunken: #f1f5f9; --line: #e2e8f0; --line-strong: #8794a8;
  --ink: #0f172a; --quiet: #475569; --accent: #0f766e; --accent-ink: #ffffff; --accent-soft: #e6f4f2;
  --good: #15803d; --bad: #b91c1c; --bad-soft: #fef2f2; --number: #9a3412;
  --text: 15px/1.55 system-ui, -apple-system, "Segoe UI", Roboto, "Noto Sans", "Liberation Sans", sans-serif;
  --mono: 13px/1.55 ui-monospace, "SFMono-Regular", "Cascadia Mono", "DejaVu Sans Mono", "Liberation Mono", monospace;
  --radius: 6px;
}
@media (prefers-color-scheme: dark) {
  :root {
    --ground: #0f172a; --surface: #172135; --sunken: #111a2e; --line: #2a374d; --line-strong: #64748b;
    --ink: #e2e8f0; --quiet: #9fb0c6; --accent: #2dd4bf; --accent-ink: #042f2e; --accent-soft: #12343b;
    --good: #4ade80; --bad: #fca5a5; --bad-soft: #3a1d27; --number: #fdba74;
  }
}
* { box-sizing: border-box; }
html { background: var(--ground); color: var(--ink); font: var(--text); -webkit-text-size-adjust: 100%; }
body { margin: 0; }
a { color: var(--accent); text-underline-offset: 2px; text-decoration-thickness: 1px; }
a:hover { text-decoration-thickness: 2px; }
:focus-visible { outline: 2px solid var(--accent); outline-offset: 2px; border-radius: 2px; }
h1, h2, h3 { line-height: 1.25; font-weight: 600; text-wrap: balance; }
h1 { font-size: 26px; letter-spacing: -0.01em; margin: 0 0 6px; }
h2 { font-size: 17px; margin: 0 0 12px; }
h3 { font-size: 15px; margin: 0 0 8px; }
p { margin: 0 0 12px; max-width: 75ch; }
code, pre, kbd, .mono { font: var(--mono); }
.hidden { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); white-space: nowrap; }
`;
