const formStyle = `
.button, button { display: inline-block; font: inherit; font-size: 14px; padding: 4px 12px; border-radius: var(--radius); border: 1px solid var(--line-strong); background: var(--surface); color: var(--ink); text-decoration: none; cursor: pointer; }
.button:hover, button:hover { border-color: var(--accent); color: var(--accent); }
button.primary { background: var(--accent); border-color: var(--accent); color: var(--accent-ink); font-weight: 600; }
button.primary:hover { filter: brightness(1.08); color: var(--accent-ink); }
button.link { border: 0; padding: 0; background: none; color: var(--accent); text-decoration: underline; text-underline-offset: 2px; }
button.danger { color: var(--bad); border-color: var(--bad); }
form { max-width: 640px; }
.field { margin: 0 0 14px; }
.field > label, fieldset > legend { display: block; font-weight: 600; font-size: 14px; margin-bottom: 3px; padding: 0; }
fieldset.field { border: 0; padding: 0; min-width: 0; }
fieldset.field .check { margin: 0 0 4px; }
.asking { display: flex; flex-wrap: wrap; align-items: end; gap: 10px 14px; max-width: none; margin: 0 0 14px; }
.asking .field { margin: 0; flex: 1 1 180px; }
.asking button { padding: 7px 16px; }
.asking .field.small { flex: 0 1 110px; }
.field .help { color: var(--quiet); font-size: 13.5px; margin: 3px 0 0; }
.field .error { color: var(--bad); font-size: 14px; margin: 3px 0 0; }
.field.check { display: flex; gap: 8px; align-items: baseline; }
.field.check > label { font-weight: 400; margin: 0; }
input[type=text], input[type=email], input[type=password], input[type=number], input[type=search], input[type=file], textarea, select { font: inherit; width: 100%; padding: 6px 10px; border: 1px solid var(--line-strong); border-radius: var(--radius); background: var(--surface); color: var(--ink); }
::placeholder { color: var(--quiet); opacity: 1; }
textarea { resize: vertical; }
textarea.code, input.mono { font: var(--mono); }
input[aria-invalid=true], textarea[aria-invalid=true] { border-color: var(--bad); }
details.panel { background: var(--surface); border: 1px solid var(--line); border-radius: var(--radius); margin-top: 10px; }
details.panel > summary { padding: 9px 14px; cursor: pointer; font-weight: 600; }
details.panel[open] > summary { border-bottom: 1px solid var(--line); }
details.panel > .inside { padding: 14px; }
`;

/** Header, breadcrumbs, main column and footer. */
const frameStyle = `
.skip { position: absolute; left: -9999px; }
.skip:focus { left: 16px; top: 8px; background: var(--surface); padding: 6px 10px; z-index: 2; }
.bar { display: flex; align-items: center; gap: 16px; padding: 10px max(24px, calc((100% - 1160px) / 2)); background: var(--surface); border-bottom: 1px solid var(--line); }
.mark { font-weight: 650; letter-spacing: -0.01em; color: var(--ink); text-decoration: none; }
.mark::before { content: ""; display: inline-block; width: 10px; height: 10px; margin-right: 8px; border-radius: 3px; background: var(--accent); }
.account { margin-left: auto; display: flex; gap: 14px; color: var(--quiet); font-size: 14px; }
.trail { padding: 12px max(24px, calc((100% - 1160px) / 2)) 0; font-size: 13.5px; }
.trail ol { list-style: none; display: flex; flex-wrap: wrap; gap: 2px 0; margin: 0; padding: 0; }
.trail li { overflow-wrap: anywhere; }
.trail li + li::before { content: "/"; color: var(--quiet); margin: 0 8px; }
.trail a { color: var(--quiet); text-decoration: none; }
.trail a:hover { text-decoration: underline; color: var(--accent); }
.trail a[aria-current] { color: var(--ink); }
main { max-width: 1208px; margin: 0 auto; padding: 18px 24px 40px; }
footer { max-width: 1208px; margin: 0 auto; padding: 0 24px 32px; color: var(--quiet); font-size: 13.5px; }
footer p { margin: 0; border-top: 1px solid var(--line); padding-top: 14px; max-width: none; }
section { margin-top: 28px; }
.intro { color: var(--quiet); overflow-wrap: anywhere; }
.intro p { white-space: pre-line; }
@media (max-width: 640px) { .bar, .trail { padding-left: 16px; padding-right: 16px; } main, footer { padding-left: 16px; padding-right: 16px; } h1 { font-size: 22px; } }
`;

/** Colours, sizes and type of the pages, light and dark. */
const tokens = `
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

/** The content of a page: the exchange, tables, statistics and lists. */
const contentStyle = `
.card { background: var(--surface); border: 1px solid var(--line); border-radius: var(--radius); overflow: hidden; }
.exchange { margin-top: 24px; }
.request { display: flex; flex-wrap: wrap; align-items: center; gap: 8px 12px; padding: 10px 14px; border-bottom: 1px solid var(--line); }
.request code { overflow-wrap: anywhere; flex: 1 1 260px; }
.method { font: 600 12px/1.5 ui-monospace, "DejaVu Sans Mono", monospace; padding: 1px 7px; border-radius: 4px; color: var(--accent-ink); background: var(--accent); }
.actions { display: flex; flex-wrap: wrap; gap: 8px; margin: 0; padding: 0; list-style: none; font-size: 14px; }
.response { padding: 10px 14px; background: var(--sunken); border-bottom: 1px solid var(--line); font: var(--mono); }
.response .status { font-weight: 600; color: var(--good); margin: 0 0 2px; font: inherit; font-weight: 600; }
.response .status.bad { color: var(--bad); }
.response dl { margin: 0; display: grid; grid-template-columns: max-content 1fr; gap: 0 12px; }
.response dt { color: var(--quiet); }
.response dd { margin: 0; overflow-wrap: anywhere; }
.json { margin: 0; padding: 12px 14px; max-height: 75vh; overflow: auto; white-space: pre-wrap; overflow-wrap: anywhere; tab-size: 2; }
.json .key { color: var(--quiet); }
.json .number { color: var(--number); }
.json .word { color: var(--quiet); font-style: italic; }
.note { padding: 10px 14px; margin: 0; border-top: 1px solid var(--line); color: var(--quiet); max-width: none; }
.scroll { overflow-x: auto; background: var(--surface); border: 1px solid var(--line); border-radius: var(--radius); }
table { border-collapse: collapse; width: 100%; font-size: 14px; }
th, td { text-align: left; padding: 6px 12px; vertical-align: top; border-bottom: 1px solid var(--line); }
tbody tr:last-child > * { border-bottom: 0; }
thead th { font-weight: 600; font-size: 13px; color: var(--quiet); background: var(--sunken); white-space: nowrap; }
td.number, th.number { text-align: right; font-variant-numeric: tabular-nums; }
td.missing { color: var(--quiet); }
td.quiet, .quiet { color: var(--quiet); }
table.rows td { white-space: nowrap; }
table.rows td.text { white-space: normal; min-width: 24ch; }
.figures { display: flex; flex-wrap: wrap; gap: 1px; background: var(--surface); border: 1px solid var(--line); border-radius: var(--radius); overflow: hidden; margin: 12px 0 0; }
table.columns td:nth-child(2) { min-width: 26ch; }
table code { white-space: nowrap; }
.figures div { flex: 1 1 165px; box-shadow: 0 0 0 1px var(--line); padding: 10px 14px; }
.figures dt { color: var(--quiet); font-size: 13px; }
.figures dd { margin: 2px 0 0; font-size: 16px; font-variant-numeric: tabular-nums; overflow-wrap: anywhere; }
.paging { display: flex; flex-wrap: wrap; align-items: center; gap: 8px 16px; margin: 14px 0 0; font-size: 14px; color: var(--quiet); }
.tag { font: 12px/1.5 ui-monospace, "DejaVu Sans Mono", monospace; padding: 0 6px; border: 1px solid var(--line-strong); border-radius: 4px; color: var(--quiet); }
.list { list-style: none; margin: 0; padding: 0; }
.list li { padding: 12px 16px; border-bottom: 1px solid var(--line); }
.list li:last-child { border-bottom: 0; }
.list p { margin: 2px 0 0; color: var(--quiet); font-size: 14px; }
.ways { display: flex; flex-wrap: wrap; align-items: center; gap: 8px 14px; margin: 14px 0 0; font-size: 14px; max-width: none; }
.list.columns { display: grid; grid-template-columns: repeat(auto-fill, minmax(220px, 1fr)); padding: 8px 0; }
.list.columns li { border: 0; padding: 5px 16px; }
.list li::after { content: ""; display: block; clear: both; }
.thumbnail { float: right; width: 96px; height: 72px; object-fit: cover; border-radius: 4px; margin-left: 16px; }
.showcase { display: block; max-width: 100%; max-height: 320px; border-radius: var(--radius); margin: 4px 0 20px; }
.messages { margin: 0; border-left: 3px solid var(--bad); padding-left: 14px; }
.messages dt { font-weight: 600; }
.messages dd { margin: 0 0 8px; }
.facts { display: grid; grid-template-columns: max-content 1fr; margin: 12px 0 0; padding: 10px 0; }
.facts dt { color: var(--quiet); padding: 3px 20px 3px 16px; }
.facts dd { margin: 0; padding: 3px 16px 3px 0; overflow-wrap: anywhere; }
@media (max-width: 640px) { .facts { grid-template-columns: 1fr; } .facts dd { padding: 0 16px 8px; } }
.hint { color: var(--quiet); font-size: 13.5px; margin: 0 0 14px; max-width: none; }
.conditions { list-style: none; display: flex; flex-wrap: wrap; gap: 8px; margin: 0 0 14px; padding: 0; font-size: 14px; }
.conditions li { border: 1px solid var(--line-strong); border-radius: var(--radius); padding: 2px 10px; background: var(--surface); overflow-wrap: anywhere; }
.failure { border-left: 3px solid var(--bad); padding: 2px 0 2px 14px; }
`;

/** The style of all pages. It is embedded in each page, so that a page needs one request and is complete when saved. */
export const style = [tokens, frameStyle, contentStyle, formStyle].join('\n');
