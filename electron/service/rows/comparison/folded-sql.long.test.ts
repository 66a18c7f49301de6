import { type DuckDBConnection, DuckDBInstance } from '@duckdb/node-api';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { foldedText } from '#shared/text/folded-text.ts';
import { foldedSql } from './folded-sql.ts';

let instance: DuckDBInstance;
let connection: DuckDBConnection;
beforeAll(async () => {
  instance = await DuckDBInstance.create(':memory:');
  connection = await instance.connect();
});
afterAll(() => {
  connection.closeSync();
  instance.closeSync();
});

async function folded(texts: readonly string[], term: string): Promise<string[]> {
  await connection.run('CREATE OR REPLACE TABLE texts (id INTEGER, text VARCHAR)');
  const appender = await connection.createAppender('texts');
  for (const [id, text] of texts.entries()) {
    appender.appendInteger(id);
    appender.appendVarchar(text);
    appender.endRow();
  }
  appender.closeSync();
  const found = await connection.runAndReadAll(`SELECT ${foldedSql('text', term)} FROM texts ORDER BY id`);
  return found.getRows().map(([text]) => String(text));
}

/** Every character of the Basic Multilingual Plane but the surrogates, and the mark that decoders remove. */
const characters = Array.from({ length: 0x10000 }, (_, code) => code)
  .filter((code) => code > 0 && (code < 0xd800 || code > 0xdfff) && code !== 0xfeff)
  .map((code) => String.fromCharCode(code));
const letters = characters.filter((character) => character < '\u3000' && /\p{L}/u.test(character));

it('the engine folds every character, and letters with marks, as foldedText does', async () => {
  const texts = [...characters, ...letters.map((letter) => `Q${letter}\u0323\u0307`)];
  const found = await folded(texts, characters.map(foldedText).join(''));
  expect(texts.filter((text, at) => found[at] !== foldedText(text))).toEqual([]);
});

it.each([
  ['strasse', 'Straße'],
  ['οδοσ', 'ΟΔΟΣ'],
  ['fin', 'ﬁn'],
  ['é', 'E\u0301'],
  ['i\u0307', 'İ'],
  ['k', '\u212a'],
  ['한', '\u1112\u1161\u11ab'],
])('a term of few letters is enough: %s', async (term, text) => {
  expect(await folded([text, 'x'], foldedText(term))).toEqual([foldedText(text), 'x']);
});
