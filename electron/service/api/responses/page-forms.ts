import type { FormField, PageForm } from '../pages/page-context.ts';

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
