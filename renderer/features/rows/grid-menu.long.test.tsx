import { Menu } from '@mantine/core';
import { screen, waitFor } from '@testing-library/react';
import { beforeEach, expect, it } from 'vitest';
import { everyRow, type RowQuery } from '#shared/row-query.ts';
import { useTabs } from '../../state/tab.ts';
import { backend } from '../../testing/far-side.ts';
import { openTowns, testColumn, testDataset } from '../../testing/records.ts';
import { renderComponent } from '../../testing/render-component.tsx';
import { QueryChips } from './filters/query-chips.tsx';
import { SortItems } from './grid-menu.tsx';

beforeEach(() => backend.answer('collatesTexts', true));

/** The menu of a column beside the chips of the query, as they follow the tab. */
function MenuAndChips({ column }: { column: ReturnType<typeof testColumn> }) {
  const tab = useTabs(({ tabs }) => tabs[0]);
  if (tab === undefined) return null;
  return (
    <>
      <Menu opened withinPortal={false}>
        <Menu.Target>
          <button type="button">Menu</button>
        </Menu.Target>
        <Menu.Dropdown>
          <SortItems tab={tab} column={column} />
        </Menu.Dropdown>
      </Menu>
      <QueryChips tab={tab} dataset={testDataset()} />
    </>
  );
}

function open(query: Partial<RowQuery> = {}, column = testColumn('name')) {
  openTowns({ query: { ...everyRow, ...query } });
  return renderComponent(<MenuAndChips column={column} />);
}

const shown = () => useTabs.getState().tabs[0]?.query;
const byName = [{ column: 'name', descending: true }];

it('a text is ordered as in the language of the window, and the chips say so', async () => {
  const user = open();
  const item = await screen.findByRole('menuitemcheckbox', { name: 'Text ordered as in English' });
  expect(item.getAttribute('aria-checked')).toBe('false');
  item.focus();
  await user.keyboard('{Enter}');
  expect(shown()).toMatchObject({ ordering: [{ column: 'name', descending: false }], collation: 'en' });
  expect(item.getAttribute('aria-checked')).toBe('true');
  expect(screen.getByText(/\?ordering=name&_collation=en$/)).toBeDefined();
  await user.click(screen.getByRole('button', { name: /Text ordered as in English/ }));
  expect(shown()).toMatchObject({ ordering: [{ column: 'name' }], collation: undefined });
});

it('the order of a link in another language can be left, and keeps its direction', async () => {
  backend.answer('collatesTexts', false);
  const user = open({ ordering: byName, collation: 'sv' });
  await user.click(await screen.findByRole('menuitemcheckbox', { name: 'Text ordered as in Swedish', checked: true }));
  expect(shown()).toMatchObject({ ordering: byName, collation: undefined });
});

it.each([
  ['a number', testColumn('population', { type: 'integer' }), true],
  ['a date', { ...testColumn('day'), moment: 'date' as const }, true],
  ['a text of a service that cannot', testColumn('name'), false],
])('%s has no such item', async (_, column, isOffered) => {
  backend.answer('collatesTexts', isOffered);
  open({}, column);
  await screen.findByRole('menuitem', { name: 'Sort ascending' });
  if (!isOffered) await waitFor(() => expect(backend.calls('collatesTexts')).toHaveLength(1));
  expect(screen.queryByRole('menuitemcheckbox')).toBeNull();
});
