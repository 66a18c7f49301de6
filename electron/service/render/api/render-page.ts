import { escapeHtml } from './escape.ts';
import type { LoginContext, PageContext } from './page-context.ts';

/** The browsable page of an answer: a whole HTML document. */
export function renderPage(context: PageContext): string {
  const headers = context.response.headers.map(([name, value]) => `${name}: ${value}`).join('\n');
  const answer = `HTTP ${context.response.status} ${context.response.reason}\n${headers}\n\n${context.response.json ?? ''}`;
  return htmlDocument(context.title, `<pre>${escapeHtml(answer)}</pre>`);
}

/** The page with the form that begins or ends a session: a whole HTML document. */
export function renderLoginPage(context: LoginContext): string {
  const messages = Object.values(context.errors).flat();
  const fields =
    context.kind === 'login'
      ? `<label>Username <input name="username" value="${escapeHtml(context.typedUsername)}"></label><label>Password <input name="password" type="password"></label>`
      : '';
  const form = `<form method="post" action="${escapeHtml(context.action)}"><input type="hidden" name="_csrf" value="${escapeHtml(context.csrfToken)}">${fields}<button>${context.kind === 'login' ? 'Log in' : 'Log out'}</button></form>`;
  return htmlDocument(context.kind, `${messages.map((message) => `<p>${escapeHtml(message)}</p>`).join('')}${form}`);
}

function htmlDocument(title: string, body: string): string {
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>${escapeHtml(title)}</title></head><body><main><h1>${escapeHtml(title)}</h1>${body}</main></body></html>`;
}
