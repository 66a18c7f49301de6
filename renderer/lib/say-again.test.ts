import i18next from 'i18next';
import { beforeAll, expect, test } from 'vitest';
import { say } from '#shared/sentences/say.ts';
import { messages } from '../messages/all.ts';
import { inWords, sayAgain } from './say-again.ts';

beforeAll(async () => {
  const resources = { de: { translation: messages.de } };
  await i18next.init({ resources, lng: 'de', interpolation: { escapeValue: false } });
});

test('a sentence of the backend’s is said in the person’s language, and so are those within it', () => {
  const why = say('no-whole-number');
  const where = say('in-line-column', { line: 7, column: 'year $t(failure.title) {{x}}' });
  expect(sayAgain(i18next.t, say('values-unread', { count: 3, where, why }))).toBe(
    '3 Werte waren nicht zu lesen, der erste in Zeile 7, Spalte „year $t(failure.title) {{x}}“: Das ist keine ganze Zahl von 64 Bit.',
  );
});

test('a number of things is written in the person’s way, a number that names something as it is', () => {
  const where = say('in-line', { line: 12_345 });
  const told = say('values-unread', { count: 1_500, where, why: say('no-whole-number') });
  expect(sayAgain(i18next.t, told)).toMatch(/^1\.500 Werte waren nicht zu lesen, der erste in Zeile 12345: /);
});

test('what a service refuses in the backend’s own words is said again; what it says in others stands as it is', () => {
  const refused = say('request-refused', { host: 'a.example', status: 400 });
  const key = `key: ${say('key-repeated-before', { columns: '"group"' })}`;
  expect(sayAgain(i18next.t, `${refused} ${say('it-says', { said: key })}`)).toBe(
    'a.example hat die Anfrage nicht angenommen (Status 400). Er sagt selbst: „key: In der Version davor haben mehrere Zeilen dasselbe "group".“',
  );
  expect(sayAgain(i18next.t, `${refused} ${say('it-says', { said: 'No such thing.' })}`)).toBe(
    'a.example hat die Anfrage nicht angenommen (Status 400). Er sagt selbst: „No such thing.“',
  );
});

test('a note keeps the name of its column, and what nobody foresaw stays as it is', () => {
  expect(inWords(i18next.t, 'day: date to ISO 8601 text')).toBe('day: Datum zu Text nach ISO 8601');
  expect(sayAgain(i18next.t, 'Something: else')).toBeNull();
  expect(inWords(i18next.t, 'Something else.')).toBe('Something else.');
});
