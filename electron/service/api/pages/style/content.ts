/** The content of a page: the exchange, tables, statistics and lists. */
export const contentStyle = `
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
