/** Forms, fields and buttons. */
export const formStyle = `
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
