import { expect, test } from 'vitest';
import { everyRow } from '#shared/row-query.ts';
import { type DatasetTab, tabId } from './session.ts';
import { readSession, sessionText } from './session-storage.ts';

function tab(dataset: string, part: Partial<DatasetTab> = {}): DatasetTab {
  const reference = { connection: 'local', namespace: 'n', dataset };
  const plain = {
    reference,
    label: dataset,
    pinned: false,
    view: 'rows' as const,
    query: everyRow,
    firstRow: 0,
    layout: null,
  };
  return { id: tabId(reference, part.query?.version ?? null), ...plain, ...part };
}

test('tabs come back with their whole state', () => {
  const tabs = [
    tab('a', { pinned: true, view: 'columns' }),
    tab('b', {
      query: {
        filters: [{ column: 'x', lookup: 'gte', value: '3' }],
        ordering: [{ column: 'y', descending: true }],
        search: 'é',
        fields: null,
        version: '20260101000000000000',
      },
      firstRow: 2_999_950,
      layout: [{ name: 'x', hidden: true, frozen: false, width: 120 }],
    }),
  ];
  expect(readSession(sessionText(tabs, tabs[1]?.id ?? null))).toEqual({ tabs, activeTab: tabs[1]?.id });
});

test.each([null, '', 'null', '{"tabs":3}', '{"tabs":[{"label":"x"}],"front":0}'])('%s opens nothing', (text) => {
  expect(readSession(text)).toEqual({ tabs: [], activeTab: null });
});
