import { expect, it } from 'vitest';
import { menu as de } from '#shared/locales/de.json';
import { menu as en } from '#shared/locales/en.json';
import { testSummary } from '#shared/testing/change-summary.ts';
import { newsTexts } from './source-news.ts';

const summary = testSummary({ key: ['id'], rowsBefore: 10, rows: 12, added: 3, removed: 1, columnsAdded: ['note'] });

it('describes what changed in one dataset', () => {
  expect(newsTexts(en, [{ id: 'changed:1', kind: 'changed', title: 'Cases', summary }])).toEqual({
    title: 'Cases – new version',
    body: 'Rows added: 3 · Rows removed: 1 · New columns: note',
  });
  expect(newsTexts(de, [{ id: 'held:1', kind: 'held', title: 'Cases', summary }]).title).toBe(
    'Cases – Entscheidung nötig',
  );
});

it('names several datasets, each once, and only some of many', () => {
  const titles = ['A', 'B', 'A', 'C', 'D'];
  const news = titles.map((title, at) => ({ id: String(at), kind: 'changed' as const, title, summary }));
  expect(newsTexts(en, news)).toEqual({ title: 'Followed datasets have changed', body: 'A, B, C …' });
});
