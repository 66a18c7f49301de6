import { describe, expect, it } from 'vitest';
import { addUser, issueToken, setPassword } from '../accounts/administer.ts';
import { updateUser } from '../catalogue/records/users.ts';
import { password } from './testing/fixtures.ts';
import { type TestResponse, underTest } from './testing/service-under-test.ts';

const under = underTest();
const obtain = '/api/v1/auth/token/obtain/';
const form = 'application/x-www-form-urlencoded';

function cookies(got: TestResponse): string {
  const set = got.headers['set-cookie'] ?? '';
  return [...set.matchAll(/(?:^|, )(\w+)=([^;]*)/g)].map((match) => `${match[1]}=${match[2]}`).join('; ');
}

describe('Authentication', () => {
  it('a public dataset is read without credentials', async () => {
    expect((await under.ask('/api/v1/namespaces/city/datasets/population/')).status).toBe(200);
  });

  it('a token is obtained with JSON, a form or a form with files, and reads a non-public dataset', async () => {
    const fields = { username: 'owner', password };
    const data = new FormData();
    for (const [name, value] of Object.entries(fields)) data.set(name, value);
    const asks = [
      { json: fields },
      { headers: { 'content-type': form }, body: new URLSearchParams(fields).toString() },
      { body: data },
    ];
    for (const ask of asks) {
      const { status, json, headers } = await under.ask(obtain, { method: 'POST', ...ask });
      expect([status, Object.keys(json), headers.allow]).toEqual([200, ['token'], 'POST, OPTIONS']);
      expect(json.token).toMatch(/^[0-9a-f]{40}$/);
      expect((await under.ask('/api/v1/namespaces/hidden/', { token: json.token })).status).toBe(200);
    }
  });

  it('tokens are stored only as hashes', async () => {
    const { json } = await under.ask(obtain, { method: 'POST', json: { username: 'owner', password } });
    const rows = await under.service.deps.catalogue.records.selectFrom('tokens').selectAll().execute();
    expect(JSON.stringify(rows)).not.toContain(json.token);
    expect(rows.every((row) => /^[0-9a-f]{64}$/.test(row.hash))).toBe(true);
    const users = await under.service.deps.catalogue.records.selectFrom('users').select('password_hash').execute();
    expect(users.every((user) => user.password_hash.startsWith('$argon2id$'))).toBe(true);
  });

  it('a deactivated account is refused with its token, and with its password by the usual message', async () => {
    const { records } = under.service.deps.catalogue;
    const user = await addUser(records, { username: 'closed', password });
    const token = await issueToken(records, 'closed');
    await updateUser(records, user.id, { isActive: false });
    const { status, json } = await under.ask('/api/v1/meta/', { token });
    expect([status, json]).toEqual([401, { detail: 'User inactive or deleted.' }]);
    const login = await under.ask(obtain, { method: 'POST', json: { username: 'closed', password } });
    expect([login.status, login.json]).toEqual([
      400,
      { non_field_errors: ['Unable to log in with provided credentials.'] },
    ]);
  });

  it('a changed password invalidates the old one, and every token', async () => {
    const { records } = under.service.deps.catalogue;
    await addUser(records, { username: 'changing', password });
    await addUser(records, { username: 'staying', password });
    const given = [await issueToken(records, 'changing'), await issueToken(records, 'staying')];
    const obtained = await under.ask(obtain, { method: 'POST', json: { username: 'changing', password } });
    const tokens = [...given, obtained.json.token];
    const requested = async () =>
      await Promise.all(tokens.map(async (token) => (await under.ask('/api/v1/meta/', { token })).status));
    expect(await requested()).toEqual([200, 200, 200]);
    await setPassword(records, 'changing', 'a third password');
    expect(await requested()).toEqual([401, 200, 401]);
    await setPassword(records, 'changing', 'another password');
    const tried = async (given: string) =>
      (await under.ask(obtain, { method: 'POST', json: { username: 'changing', password: given } })).status;
    expect([await tried('another password'), await tried(password)]).toEqual([200, 400]);
    await expect(addUser(records, { username: 'CHANGING', password })).rejects.toThrow(/already a user/);
    await expect(setPassword(records, 'changing', 'short')).rejects.toThrow(/at least 8/);
    await expect(setPassword(records, 'nobody', password)).rejects.toThrow(/no user/);
  });

  it.each([
    [{}, { username: ['This field is required.'], password: ['This field is required.'] }],
    [
      { username: '', password: null },
      { username: ['This field may not be blank.'], password: ['This field may not be null.'] },
    ],
    [{ username: 1, password: 'x' }, { username: ['Not a valid string.'] }],
    [['owner'], { non_field_errors: ['Invalid data. Expected a dictionary, but got list.'] }],
  ])('bad fields: %j', async (json, errors) => {
    const got = await under.ask(obtain, { method: 'POST', json });
    expect([got.status, got.json]).toEqual([400, errors]);
  });

  it('GET is not allowed', async () => {
    const { status, json, headers } = await under.ask(obtain);
    expect([status, json, headers.allow]).toEqual([405, { detail: 'Method "GET" not allowed.' }, 'POST, OPTIONS']);
  });
});

describe('Sessions', () => {
  const city = '/api/v1/namespaces/city/';
  const ask: typeof under.ask = (path, options) => under.ask(path, options);

  async function logIn(username: string) {
    const page = await ask('/auth/login/');
    const csrf = /name="_csrf" value="([^"]+)"/.exec(page.text)?.[1] ?? '';
    const secret = cookies(page);
    const body = new URLSearchParams({ _csrf: csrf, username, password }).toString();
    const headers = { cookie: secret, 'content-type': form };
    const done = await ask('/auth/login/?next=/api/v1/', { method: 'POST', headers, body });
    const cookie = `${secret}; ${cookies(done)}`;
    return { done, cookie, before: csrf, csrf: await tokenOfPage(city, cookie) };
  }

  /** The CSRF token in a page's forms; empty if there is none. */
  async function tokenOfPage(path: string, cookie: string): Promise<string> {
    const page = await ask(path, { headers: { cookie, accept: 'text/html' } });
    return /name="_csrf" value="([^"]+)"/.exec(page.text)?.[1] ?? '';
  }

  const changeCity = async (cookie: string, csrf: string) =>
    (await ask(city, { method: 'PATCH', json: { description: 'Changed.' }, headers: { cookie, 'x-csrftoken': csrf } }))
      .status;

  it('login shows a form', async () => {
    const { status, headers, text } = await ask('/auth/login/');
    expect([status, headers['content-type'], headers['cache-control']]).toEqual([
      200,
      'text/html; charset=utf-8',
      'no-store',
    ]);
    expect(text).toMatch(/name="username"[\s\S]*name="password"/);
  });

  it('login starts a session: the cookie is HttpOnly and SameSite=Strict', async () => {
    const { done, cookie } = await logIn('owner');
    expect([done.status, done.headers.location]).toEqual([302, '/api/v1/']);
    expect(done.headers['set-cookie']).toMatch(
      /sessionid=[\w-]{43}; Max-Age=1209600; Path=\/; HttpOnly; SameSite=Strict/,
    );
    const { status, headers } = await ask('/api/v1/namespaces/hidden/', { headers: { cookie } });
    expect([status, headers.vary]).toEqual([200, 'Accept, Cookie']);
  });

  it('a changed password ends the sessions of the account, and no others', async () => {
    const { records } = under.service.deps.catalogue;
    await addUser(records, { username: 'clerk', password, isStaff: true });
    const seen = [await logIn('clerk'), await logIn('owner')];
    const statuses = async () =>
      await Promise.all(
        seen.map(async ({ cookie }) => (await ask('/api/v1/namespaces/hidden/', { headers: { cookie } })).status),
      );
    expect(await statuses()).toEqual([200, 200]);
    await setPassword(records, 'clerk', 'another password');
    expect(await statuses()).toEqual([401, 200]);
  });

  it('login without a CSRF token is 403', async () => {
    const body = new URLSearchParams({ username: 'owner', password }).toString();
    const { status, json } = await ask('/auth/login/', {
      method: 'POST',
      headers: { 'content-type': form, accept: 'application/json' },
      body,
    });
    expect([status, json]).toEqual([403, { detail: 'CSRF Failed: CSRF token missing or incorrect.' }]);
  });

  it('login never redirects to another service', async () => {
    for (const next of ['//evil.example/', 'https://evil.example/', '/\\evil.example', 'javascript:alert(1)']) {
      const page = await ask(`/auth/login/?next=${encodeURIComponent(next)}`);
      expect(page.text).not.toContain('evil.example');
      expect(page.text).not.toContain('javascript:');
    }
  });

  it('unsafe methods in a session need a CSRF token, in a header or a form', async () => {
    const { cookie, csrf } = await logIn('owner');
    const change = { method: 'PATCH', json: { description: 'Changed.' } };
    const without = await ask(city, { ...change, headers: { cookie } });
    expect([without.status, without.json]).toEqual([403, { detail: 'CSRF Failed: CSRF token missing or incorrect.' }]);
    expect((await ask(city, { ...change, headers: { cookie, 'x-csrftoken': 'wrong' } })).status).toBe(403);
    expect((await ask(city, { ...change, headers: { cookie, 'x-csrftoken': csrf } })).status).toBe(200);
    const body = new URLSearchParams({ _csrf: csrf, label: 'City', slug: 'city', published: 'on' }).toString();
    const headers = { cookie, 'content-type': form, accept: 'text/html' };
    const posted = await ask(`${city}?_method=PUT`, { method: 'POST', headers, body });
    expect([posted.status, posted.headers.location]).toEqual([303, `${under.base}${city}`]);
  });

  it('a CSRF token is valid only in its own session: not in one of another account, nor in another of the same', async () => {
    const [one, again, other] = [await logIn('owner'), await logIn('owner'), await logIn('staff')];
    expect(await changeCity(one.cookie, one.csrf)).toBe(200);
    const secretOf = (cookie: string) => /_csrf=[^;]*/.exec(cookie)?.[0] ?? '';
    const sessionOf = (cookie: string) => /sessionid=[^;]*/.exec(cookie)?.[0] ?? '';
    for (const from of [again, other]) {
      expect(await changeCity(one.cookie, from.csrf)).toBe(403);
      // An attacker who can plant the cookie beside a session plants the matching token.
      expect(await changeCity(`${secretOf(from.cookie)}; ${sessionOf(one.cookie)}`, from.csrf)).toBe(403);
      const form = new FormData();
      form.set('_csrf', from.csrf);
      form.set('file', new Blob(['a\n1\n']), 'a.csv');
      const cookie = `${secretOf(from.cookie)}; ${sessionOf(one.cookie)}`;
      const upload = await ask(`${city}datasets/population/versions/`, {
        method: 'POST',
        headers: { cookie },
        body: form,
      });
      expect(upload.status).toBe(403);
    }
  });

  it('a CSRF token from before the log-in is refused after it, and one of the session after the log-out', async () => {
    const { cookie, csrf, before } = await logIn('owner');
    expect(await changeCity(cookie, before)).toBe(403);
    const headers = { cookie, 'content-type': form };
    const body = (token: string) => new URLSearchParams({ _csrf: token }).toString();
    expect((await ask('/auth/logout/', { method: 'POST', headers, body: body(before) })).status).toBe(403);
    expect((await ask('/auth/logout/', { method: 'POST', headers, body: body(csrf) })).status).toBe(302);
    const secret = /_csrf=[^;]*/.exec(cookie)?.[0] ?? '';
    const login = new URLSearchParams({ _csrf: csrf, username: 'owner', password }).toString();
    const again = { method: 'POST', headers: { cookie: secret, 'content-type': form }, body: login };
    expect((await ask('/auth/login/', again)).status).toBe(403);
    const next = await logIn('owner');
    const mixed = `${secret}; ${/sessionid=[^;]*/.exec(next.cookie)?.[0] ?? ''}`;
    expect([await changeCity(mixed, csrf), await changeCity(next.cookie, next.csrf)]).toEqual([403, 200]);
  });

  it('logout asks first and ends the session with POST', async () => {
    const { cookie, csrf } = await logIn('owner');
    expect((await ask('/auth/logout/', { headers: { cookie } })).status).toBe(200);
    const headers = { cookie, 'content-type': form };
    expect((await ask('/auth/logout/', { method: 'POST', headers, body: '' })).status).toBe(403);
    const body = new URLSearchParams({ _csrf: csrf }).toString();
    expect((await ask('/auth/logout/', { method: 'POST', headers, body })).status).toBe(302);
    expect((await ask('/api/v1/namespaces/hidden/', { headers: { cookie } })).status).toBe(401);
  });

  it('an unknown session is anonymous', async () => {
    const headers = { cookie: 'sessionid=made-up' };
    expect((await ask('/api/v1/namespaces/hidden/', { headers })).status).toBe(401);
    expect((await ask(city, { headers })).status).toBe(200);
  });
});

describe('Users and groups', () => {
  it('are available to authenticated callers only', async () => {
    for (const path of ['/api/v1/users/', '/api/v1/groups/', '/api/v1/users/1/', '/api/v1/groups/1/']) {
      expect((await under.ask(path)).status).toBe(401);
    }
  });

  it('users: staff see all, others only themselves', async () => {
    const all = await under.ask('/api/v1/users/?limit=4', { token: under.tokens.staff });
    expect(all.json.results.map((user: { username: string }) => user.username)).toEqual([
      'staff',
      'owner',
      'member',
      'stranger',
    ]);
    const own = await under.ask('/api/v1/users/', { token: under.tokens.member });
    expect(own.json.results).toHaveLength(1);
    const [member] = own.json.results;
    expect(Object.keys(member)).toEqual(
      'id username email is_staff is_active groups date_joined last_login url'.split(' '),
    );
    expect(member).toMatchObject({
      username: 'member',
      is_staff: false,
      is_active: true,
      groups: [`${under.base}/api/v1/groups/1/`],
    });
    expect((await under.ask(member.url.slice(under.base.length), { token: under.tokens.member })).json).toEqual(member);
    expect((await under.ask('/api/v1/users/1/', { token: under.tokens.member })).status).toBe(403);
  });

  it('groups: staff see all, others their own, with only themselves as members', async () => {
    const all = await under.ask('/api/v1/groups/', { token: under.tokens.staff });
    expect(all.json.results).toEqual([
      {
        id: 1,
        name: 'statisticians',
        users: [`${under.base}/api/v1/users/3/`],
        url: `${under.base}/api/v1/groups/1/`,
      },
      { id: 2, name: 'guests', users: [`${under.base}/api/v1/users/4/`], url: `${under.base}/api/v1/groups/2/` },
    ]);
    const own = await under.ask('/api/v1/groups/', { token: under.tokens.member });
    expect(own.json.results).toEqual([all.json.results[0]]);
    expect((await under.ask('/api/v1/groups/2/', { token: under.tokens.member })).status).toBe(403);
  });
});

describe('The desktop’s own account', () => {
  it('is staff, has no password and one token at a time, which is in no file', async () => {
    const first = await under.service.issueOperatorToken();
    const second = await under.service.issueOperatorToken();
    expect(second).toMatch(/^[0-9a-f]{40}$/);
    expect((await under.ask('/api/v1/users/', { token: first })).status).toBe(401);
    const { json } = await under.ask('/api/v1/users/?username=operator', { token: second });
    expect(json.results[0]).toMatchObject({ username: 'operator', is_staff: true });
    const login = { username: 'operator', password: '' };
    expect((await under.ask(obtain, { method: 'POST', json: login })).status).toBe(400);
  });
});

describe('Guessing passwords', () => {
  const guessed = underTest();
  const hunted = underTest();

  it('wrong credentials are 400 with the same message in all cases; five failures within a minute are 429', async () => {
    const wrong = { non_field_errors: ['Unable to log in with provided credentials.'] };
    for (const username of ['member', 'nobody', 'operator', 'member', 'member']) {
      const { status, json } = await guessed.ask(obtain, { method: 'POST', json: { username, password: 'wrong' } });
      expect([status, json]).toEqual([400, wrong]);
    }
    const { status, json, headers } = await guessed.ask(obtain, {
      method: 'POST',
      json: { username: 'member', password },
    });
    expect(status).toBe(429);
    expect(json.detail).toMatch(/^Request was throttled\. Expected available in \d+ seconds\.$/);
    expect(Number(headers['retry-after'])).toBeGreaterThan(0);
  });

  it('of many concurrent guesses five are checked, and other accounts on this computer can still log in', async () => {
    const guess = async (username: string, given: string) => {
      const { status } = await hunted.ask(obtain, { method: 'POST', json: { username, password: given } });
      return status;
    };
    const statuses = await Promise.all(Array.from({ length: 100 }, (_, each) => guess('member', `guess ${each}`)));
    expect(statuses.filter((status) => status === 400)).toHaveLength(5);
    expect(statuses.filter((status) => status === 429)).toHaveLength(95);
    expect(await guess('owner', password)).toBe(200);
  });
});
