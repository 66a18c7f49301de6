import i18next from 'i18next';
import { beforeAll, expect, test } from 'vitest';
import { messages } from '../messages/all.ts';
import { asksForSignIn, failureWords } from './failure-words.ts';

beforeAll(async () => {
  const resources = { de: { translation: messages.de } };
  await i18next.init({ resources, lng: 'de', interpolation: { escapeValue: false } });
});

test('a failure is said in the person’s language, with the backend’s own words below', () => {
  const message = '127.0.0.1:8000 shows this only to those who sign in.';
  expect(failureWords(i18next.t, { code: 'sign-in-needed', message })).toEqual({
    text: 'Der Dienst zeigt das nur, wenn man sich anmeldet.',
    detail: message,
  });
});

test('one whose code nobody foresaw keeps its words', () => {
  expect(failureWords(i18next.t, { code: 'toString', message: 'Something new.' })).toEqual({
    text: 'Something new.',
    detail: '',
  });
});

test('signing in is offered where it helps', () => {
  const codes = ['sign-in-needed', 'token-refused', 'forbidden', 'offline'];
  expect(codes.map((code) => asksForSignIn({ code }))).toEqual([true, true, false, false]);
});
