/** Header, breadcrumbs, main column and footer. */
export const frameStyle = `
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
