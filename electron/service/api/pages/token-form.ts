import type { FormField, PageContext, PageForm } from './page-context.ts';

const field = { required: true, help: '', value: '', choices: [], maxLength: null } as const;

const fields: readonly FormField[] = [
  { ...field, name: 'username', label: 'Username', kind: 'text' },
  { ...field, name: 'password', label: 'Password', kind: 'password' },
];

/** The form of the token endpoint: GET is refused there, but its error page offers the form. */
export function tokenForm({ request, allow, details }: PageContext): PageForm[] {
  const { origin, pathname } = new URL(request.url);
  const isTokenPage = pathname.endsWith('/auth/token/obtain/') && details.kind === 'error' && allow.includes('POST');
  if (!isTokenPage) return [];
  const encoding = 'application/x-www-form-urlencoded' as const;
  const action = `${origin}${pathname}`;
  return [{ method: 'POST', action, encoding, title: 'Obtain a token', submit: 'Obtain', dangerous: false, fields }];
}
