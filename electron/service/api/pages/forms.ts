import { type Html, html } from './html.ts';
import type { FormField, PageForm } from './page-context.ts';

/** The forms that the caller may use here, collapsed. `csrfToken` is the first field of each. */
export function forms(all: readonly PageForm[], csrfToken: string | null): Html | null {
  if (all.length === 0) return null;
  return html`<section><h2>Actions</h2>${all.map(
    (form, position) => html`<details class="panel"><summary>${form.title}</summary><div class="inside">
${formView(form, csrfToken, `form${position}`)}
</div></details>`,
  )}</section>`;
}

function formView(form: PageForm, csrfToken: string | null, id: string): Html {
  const hasFile = form.fields.some(({ kind }) => kind === 'file');
  const encoding = hasFile ? 'multipart/form-data' : 'application/x-www-form-urlencoded';
  return html`<form method="post" action="${form.action}" enctype="${encoding}">
${csrfField(csrfToken)}${form.fields.map((field, position) => fieldView(field, `${id}-${position}`))}
<button type="submit" class="${form.dangerous ? 'danger' : 'primary'}">${form.submit}</button>
${form.dangerous ? html`<span class="quiet">This cannot be undone.</span>` : null}
</form>`;
}

/** The hidden CSRF field, which proves that a form comes from a page of this service. */
export function csrfField(csrfToken: string | null): Html | null {
  return csrfToken === null ? null : html`<input type="hidden" name="_csrf" value="${csrfToken}">`;
}

/** A labelled field with its help and errors, associated for screen readers. */
export function fieldView(field: FormField, id: string, errors: readonly string[] = []): Html {
  if (field.kind === 'hidden') return html`<input type="hidden" name="${field.name}" value="${String(field.value)}">`;
  const help = field.help === '' ? null : html`<p class="help" id="${id}-help">${field.help}</p>`;
  const errorNote = errors.length === 0 ? null : html`<p class="error" id="${id}-error">${errors.join(' ')}</p>`;
  const described = [help && `${id}-help`, errorNote && `${id}-error`].filter((each) => each !== null).join(' ');
  const attributes = html`${described === '' ? null : html` aria-describedby="${described}"`}${errorNote && html` aria-invalid="true"`}`;
  if (field.kind === 'choices') return choices(field, id, help, errorNote);
  const label = html`<label for="${id}">${field.label}${field.required ? html` <span class="quiet">(required)</span>` : null}</label>`;
  if (field.kind === 'checkbox') {
    const checked = field.value === true ? html` checked` : null;
    return html`<div class="field check"><input type="checkbox" id="${id}" name="${field.name}" value="true"${checked}${attributes}>${label}${help}${errorNote}</div>`;
  }
  return html`<div class="field">${label}${control(field, id, attributes)}${help}${errorNote}</div>`;
}

function control(field: FormField, id: string, attributes: Html): Html {
  const required = field.required ? html` required` : null;
  const maxLength = field.maxLength === null ? null : html` maxlength="${field.maxLength}"`;
  const value = typeof field.value === 'string' ? field.value : '';
  switch (field.kind) {
    case 'textarea':
      // The HTML parser drops a line break right after the tag: this one instead of one in the text.
      return html`<textarea id="${id}" name="${field.name}" class="${/^\s*[[{]/.test(value) ? 'code' : ''}" rows="${rowsFor(value)}"${required}${maxLength}${attributes}>\n${value}</textarea>`;
    case 'select':
      return html`<select id="${id}" name="${field.name}"${required}${attributes}>${field.choices.map((choice) => html`<option value="${choice.value}"${chosen(field, choice.value) ? html` selected` : null}>${choice.label}</option>`)}</select>`;
    case 'file':
      return html`<input type="file" id="${id}" name="${field.name}"${required}${attributes}>`;
    case 'password':
      return html`<input type="password" id="${id}" name="${field.name}" autocomplete="current-password"${required}${maxLength}${attributes}>`;
    case 'slug':
      return html`<input type="text" id="${id}" name="${field.name}" value="${value}" class="mono" autocapitalize="none" spellcheck="false"${required}${maxLength}${attributes}>`;
    default:
      return html`<input type="text" id="${id}" name="${field.name}" value="${value}"${field.name === 'username' ? html` autocomplete="username"` : null}${required}${maxLength}${attributes}>`;
  }
}

/** Initial height of a field in lines. */
const rowsFor = (text: string): number => Math.min(16, Math.max(4, text.split('\n').length + 1));

function choices(field: FormField, id: string, help: Html | null, errorNote: Html | null): Html {
  const boxes = field.choices.map((choice, position) => {
    const checked = chosen(field, choice.value) ? html` checked` : null;
    return html`<div class="field check"><input type="checkbox" id="${id}-${position}" name="${field.name}" value="${choice.value}"${checked}><label for="${id}-${position}">${choice.label}</label></div>`;
  });
  const none = field.choices.length === 0 ? html`<p class="help">No options available.</p>` : null;
  return html`<fieldset class="field"><legend>${field.label}</legend>${boxes}${none}${help}${errorNote}</fieldset>`;
}

const chosen = (field: FormField, value: string): boolean =>
  typeof field.value === 'string' ? field.value === value : Array.isArray(field.value) && field.value.includes(value);

const plain = { required: false, help: '', choices: [], maxLength: null } as const;

/** One line of text. */
export function formTextField(name: string, label: string, value: string, more: Partial<FormField> = {}): FormField {
  return { ...plain, name, label, kind: 'text', value, maxLength: 255, ...more };
}

/** The part of a path that names something. */
export function slugField(value: string): FormField {
  const help = 'Letters, digits, underscores and hyphens; part of the address.';
  return { ...plain, name: 'slug', label: 'Slug', kind: 'slug', value, required: true, help, maxLength: 100 };
}

/** Several lines of text. */
export function areaField(name: string, label: string, value: string, help = ''): FormField {
  return { ...plain, name, label, kind: 'textarea', value, help };
}

export function tickField(name: string, label: string, value: boolean, help = ''): FormField {
  return { ...plain, name, label, kind: 'checkbox', value, help };
}

export function fileField(name: string, label: string, required: boolean, help = ''): FormField {
  return { ...plain, name, label, kind: 'file', value: '', required, help };
}

/** The form that deletes the object at an address. */
export function deleteForm(action: string, what: string): PageForm {
  return {
    action: `${action}?_method=DELETE`,
    title: `Delete this ${what}`,
    submit: 'Delete',
    dangerous: true,
    fields: [],
  };
}
