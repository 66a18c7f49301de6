import { randomBytes } from 'node:crypto';
import type { FastifyReply } from 'fastify';
import { Type } from 'typebox';
import { LoginFields, TokenAnswer } from '#shared/api/records/user.ts';
import { toolVersion } from '../../../../lib/tool-version.ts';
import { logIn } from '../../../accounts/log-in.ts';
import type { LoginThrottle } from '../../../accounts/login-throttle.ts';
import { newSessionValue, newToken, secretHash } from '../../../accounts/secrets.ts';
import { addSession, addToken, dropSession } from '../../../catalogue/access/sessions.ts';
import type { ServiceDeps } from '../../../deps.ts';
import { lastValue } from '../../bodies/query-pairs.ts';
import { csrfField, fieldView } from '../../pages/forms.ts';
import { type Html, html } from '../../pages/html.ts';
import { layout } from '../../pages/layout.ts';
import type { FormField, LoginContext } from '../../pages/page-context.ts';
import { type ApiError, invalidRequest, throttled } from '../../plugins/api-error.ts';
import { sessionCookie } from '../../plugins/authentication.ts';
import type { Exchange } from '../../plugins/exchange.ts';
import { csrfTokenFor } from '../../plugins/forgery.ts';
import { browsable, json } from '../../plugins/negotiation.ts';
import type { Answer, Resource } from '../../resources/resource.ts';
import resources from '../../resources/resources.json' with { type: 'json' };
import { pageHeaders } from '../../responses/send-page.ts';

/** Lifetime of a session: two weeks, as in Django. */
const sessionLifeMs = 14 * 24 * 60 * 60 * 1000;

interface ShownLogin {
  readonly kind: 'login' | 'logout';
  readonly status?: number;
  readonly errors?: Readonly<Record<string, readonly string[]>>;
  readonly typedUsername?: string;
}

/** Target after log-in: a path of this service, never an address elsewhere. */
function pathBack(exchange: Exchange): string {
  const next = lastValue(exchange.query, 'next') ?? '';
  return /^\/(?![/\\])[\x21-\x7e]*$/.test(next) ? next : '/api/';
}

function loginPage(exchange: Exchange, reply: FastifyReply, shown: ShownLogin): Answer {
  const nonce = randomBytes(16).toString('base64');
  const next = lastValue(exchange.query, 'next') === null ? '' : `?next=${encodeURIComponent(pathBack(exchange))}`;
  const html = renderLoginPage({
    kind: shown.kind,
    username: exchange.session === null ? null : (exchange.caller?.username ?? null),
    csrfToken: csrfTokenFor(exchange, reply),
    action: exchange.address + next,
    errors: shown.errors ?? {},
    typedUsername: shown.typedUsername ?? '',
    home: exchange.links.root,
    tool: `Almanac ${toolVersion}`,
    nonce,
  });
  const headers = { ...pageHeaders(nonce), 'Cache-Control': 'no-store' };
  return { kind: 'body', status: shown.status ?? 200, body: html, headers };
}

/** `/auth/login/`: the form that starts a session. */
export function login(deps: ServiceDeps, throttle: LoginThrottle): Resource<null> {
  return {
    ...resources.login,
    renderings: [browsable, json],
    open: true,
    find: async () => null,
    actions: {
      GET: {
        answers: { 200: null },
        handle: async (exchange, _, __, reply) => loginPage(exchange, reply, { kind: 'login' }),
      },
      POST: {
        body: LoginFields,
        guarded: true,
        answers: { 302: null },
        failures: [403, 415, 429],
        handle: async (exchange, _, body, reply) => {
          const given = body.fields as unknown as LoginFields;
          const refused = await startSession(deps, throttle, exchange, reply, given);
          if (refused === null) return { kind: 'empty', status: 302, headers: { Location: pathBack(exchange) } };
          if (exchange.negotiated.rendering.format !== 'api') throw refused;
          const errors = { non_field_errors: Object.values(refused.body).flat() };
          const page = { kind: 'login', status: refused.status, errors, typedUsername: given.username } as const;
          const answer = loginPage(exchange, reply, page);
          return { ...answer, headers: { ...answer.headers, ...refused.headers } };
        },
      },
    },
  };
}

/** Starts a session and sets its cookie; returns the refusal if the credentials are wrong. */
async function startSession(
  { catalogue }: ServiceDeps,
  throttle: LoginThrottle,
  { request }: Exchange,
  reply: FastifyReply,
  given: LoginFields,
): Promise<ApiError | null> {
  const value = newSessionValue();
  const outcome = await logIn(catalogue.records, throttle, {
    ...given,
    address: request.ip,
    give: (transaction, id) => addSession(transaction, id, secretHash(value), new Date(), sessionLifeMs),
  });
  if (outcome.kind === 'wait') return throttled(outcome.seconds);
  if (outcome.kind === 'refused') return invalidRequest(wrongCredentials);
  reply.setCookie(sessionCookie, value, {
    path: '/',
    httpOnly: true,
    sameSite: 'strict',
    secure: request.protocol === 'https',
    maxAge: sessionLifeMs / 1000,
  });
  return null;
}

/** `/auth/logout/`: ends the session, only on POST, so that a link cannot log a user out. */
export function logout({ catalogue }: ServiceDeps): Resource<null> {
  return {
    ...resources.logout,
    renderings: [browsable, json],
    open: true,
    find: async () => null,
    actions: {
      GET: {
        answers: { 200: null },
        handle: async (exchange, _, __, reply) => loginPage(exchange, reply, { kind: 'logout' }),
      },
      POST: {
        body: Type.Object({}),
        answers: { 302: null },
        failures: [403, 415],
        handle: async (exchange, _, __, reply) => {
          if (exchange.session !== null) await dropSession(catalogue.records, exchange.session.hash);
          reply.clearCookie(sessionCookie, { path: '/' });
          return { kind: 'empty', status: 302, headers: { Location: pathBack(exchange) } };
        },
      },
    },
  };
}

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

/** The one message for every failed log-in: it does not reveal which part was wrong. */
const wrongCredentials = 'Unable to log in with provided credentials.';

/** `auth/token/obtain/`: returns a token for a name and a password. */
export function tokenObtain({ catalogue }: ServiceDeps, throttle: LoginThrottle): Resource<null> {
  return {
    ...resources.tokenObtain,
    open: true,
    find: async () => null,
    actions: {
      POST: {
        body: LoginFields,
        answers: { 200: TokenAnswer },
        failures: [415, 429],
        handle: async ({ request }, _, body) => {
          const { username, password } = body.fields as unknown as LoginFields;
          const token = newToken();
          const outcome = await logIn(catalogue.records, throttle, {
            username,
            password,
            address: request.ip,
            give: (transaction, id) => addToken(transaction, id, secretHash(token), 'obtained'),
          });
          if (outcome.kind === 'wait') throw throttled(outcome.seconds);
          if (outcome.kind === 'refused') throw invalidRequest(wrongCredentials);
          return { kind: 'record', record: { token }, headers: { 'Cache-Control': 'no-store' } };
        },
      },
    },
  };
}
