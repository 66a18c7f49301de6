import i18next from 'i18next';
import { beforeAll, expect, test } from 'vitest';
import { messages } from '../messages/all.ts';
import { asksForSignIn, failureWords } from './failure-words.ts';

beforeAll(async () => {
  const resources = { de: { translation: messages.de } };
  await i18next.init({ resources, lng: 'de', interpolation: { escapeValue: false } });
});

test('a failure is said in the person’s language by what is known of the very case', () => {
  const message = '127.0.0.1:8000 shows this only to those who sign in.';
  expect(failureWords(i18next.t, { code: 'sign-in-needed', message })).toEqual({
    text: '127.0.0.1:8000 zeigt das nur denen, die sich anmelden.',
    detail: '',
  });
});

test('what others say of it stands below what happened, as their words', () => {
  expect(failureWords(i18next.t, { code: 'bad-input', message: 'Invalid Input Error' })).toEqual({
    text: 'Die Datei konnte nicht aufgenommen werden.',
    detail: 'In den Worten des Programms: Invalid Input Error',
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
