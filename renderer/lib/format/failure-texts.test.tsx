import i18next from 'i18next';
import { beforeAll, expect, test } from 'vitest';
import { explain, failure, inTurn } from '#shared/failures.ts';
import { startMessages } from '../../locales/language.ts';
import { asksForSignIn, explained, failureWords } from './failure-texts.ts';

beforeAll(() => startMessages('de', 'de-DE'));

test('a failure is described in the language of the window, with the details of the case', () => {
  const refused = failure('sign-in-needed', explain('sign-in-to-see', { host: '127.0.0.1:8000' }));
  expect(failureWords(i18next.t, refused)).toEqual({
    text: '127.0.0.1:8000 zeigt das nur nach einer Anmeldung.',
    detail: '',
  });
});

test('nested explanations are in that language too, whatever their values are', () => {
  const where = explain('in-line-column', { line: 12_345, column: 'year $t(failure.title) {{x}}' });
  const unread = explain('values-unread', { count: 1500, where, why: explain('no-whole-number') });
  expect(explained(i18next.t, unread)).toBe(
    '1.500 Werte waren nicht lesbar, der erste in Zeile 12345, Spalte „year $t(failure.title) {{x}}“: Das ist keine ganze Zahl von 64 Bit.',
  );
});

test('a service’s own message is quoted verbatim', () => {
  const refused = explain('request-refused', { host: 'a.example', status: 400 });
  const said = explain('it-says', { said: 'No such thing.' });
  expect(explained(i18next.t, inTurn(refused, said))).toBe(
    'a.example hat die Anfrage nicht angenommen (Status 400). Er sagt selbst: „No such thing.“',
  );
});

test.each([
  explain('program-said', { text: 'Invalid Input Error' }),
  explain('service-said', { text: 'Invalid Input Error' }),
  explain('recorded', { text: 'Invalid Input Error' }),
])('words of others are below what kind of failure it is: $code', (reason) => {
  expect(failureWords(i18next.t, failure('bad-input', reason))).toEqual({
    text: 'Die Datei ließ sich nicht als Tabelle lesen.',
    detail: 'Originalmeldung: Invalid Input Error',
  });
});

test('signing in is offered only if it helps', () => {
  const kinds = ['sign-in-needed', 'token-refused', 'forbidden', 'offline'] as const;
  expect(kinds.map((kind) => asksForSignIn({ kind }))).toEqual([true, true, false, false]);
});
