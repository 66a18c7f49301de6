import { csrfField, fieldView } from './forms.ts';
import { type Html, html } from './html.ts';
import { layout } from './layout.ts';
import type { FormField, LoginContext } from './page-context.ts';

/** The page with the form that starts or ends a session: a complete HTML document. */
export function renderLoginPage(context: LoginContext): string {
  const title = context.kind === 'login' ? 'Log in' : 'Log out';
  const content = html`<h1>${title}</h1>
<form method="post" action="${context.action}">
${csrfField(context.csrfToken)}${context.kind === 'login' ? loginFields(context) : logoutWords(context)}
<button type="submit" class="primary">${title}</button>
</form>`;
  const { home, tool, nonce } = context;
  const breadcrumbs = [
    { label: 'API', url: home },
    { label: title, url: context.action },
  ];
  return layout({ title, breadcrumbs, account: html`${context.username}`, home, tool, nonce, content });
}

function loginFields({ errors, typedUsername }: LoginContext): Html {
  const field = (name: string, label: string, kind: FormField['kind'], value: string) =>
    fieldView(
      { name, label, kind, required: true, help: '', value, choices: [], maxLength: null },
      `login-${name}`,
      errors[name],
    );
  const general = errors.non_field_errors ?? [];
  return html`${general.length === 0 ? null : html`<p class="failure" role="alert">${general.join(' ')}</p>`}
${field('username', 'Username', 'text', typedUsername)}${field('password', 'Password', 'password', '')}`;
}

function logoutWords({ username }: LoginContext): Html {
  return html`<p>${username === null ? 'You are not logged in.' : html`You are logged in as <strong>${username}</strong>.`}</p>`;
}
