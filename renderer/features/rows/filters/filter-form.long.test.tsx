import { cleanup, screen, waitFor } from '@testing-library/react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { explain, failure } from '#shared/failures.ts';
import type { Filter } from '#shared/row-query.ts';
import { backend } from '../../../testing/far-side.ts';
import { openTowns, testDataset } from '../../../testing/records.ts';
import { renderComponent } from '../../../testing/render-component.tsx';
import { FilterBuilder } from './filter-form.tsx';

const population: Filter = { column: 'population', lookup: 'gt', value: '1000' };

async function open(filters: readonly Filter[]) {
  const onApply = vi.fn();
  const { columns } = testDataset();
  const user = renderComponent(
    <FilterBuilder tab={openTowns()} columns={columns} filters={filters} join={undefined} onApply={onApply} />,
  );
  await user.click(screen.getByRole('button', { name: 'Filter' }));
  await screen.findByRole('button', { name: 'Apply' });
  return { user, onApply };
}

beforeEach(() => backend.answer('groupsRows', true));

describe('the filters', () => {
  it('start with one empty condition, which requires a value', async () => {
    const { user, onApply } = await open([]);
    await user.click(screen.getByRole('button', { name: 'Apply' }));
    expect(screen.getByText('Enter a value.')).toBeDefined();
    expect(onApply).not.toHaveBeenCalled();
    await user.type(screen.getByRole('combobox', { name: 'Value' }), 'Ulm');
    await user.click(screen.getByRole('button', { name: 'Apply' }));
    expect(onApply).toHaveBeenCalledWith([{ column: 'name', lookup: 'icontains', value: 'Ulm' }], undefined);
    await waitFor(() => expect(screen.queryByRole('button', { name: 'Apply' })).toBeNull());
  });

  it('reject text for a number', async () => {
    const { user, onApply } = await open([population]);
    await user.type(screen.getByRole('combobox', { name: 'Value' }), 'x');
    await user.click(screen.getByRole('button', { name: 'Apply' }));
    expect(screen.getByText(/^Enter a (whole )?number\.$/)).toBeDefined();
    expect(onApply).not.toHaveBeenCalled();
  });

  it('can be combined with OR only if the service supports it', async () => {
    backend.answer('groupsRows', false);
    await open([population, { ...population, lookup: 'lt', value: '9000' }]);
    await waitFor(() => expect(backend.calls('groupsRows')).toHaveLength(1));
    expect(screen.queryByRole('radio', { name: 'Any condition' })).toBeNull();
    expect(screen.getByText('Shows rows that meet all conditions.')).toBeDefined();
  });

  it('are combined as chosen', async () => {
    const other: Filter = { ...population, lookup: 'lt', value: '9000' };
    const { user, onApply } = await open([population, other]);
    await user.click(await screen.findByRole('radio', { name: 'Any condition' }));
    await user.click(screen.getByRole('button', { name: 'Apply' }));
    expect(onApply).toHaveBeenCalledWith([population, other], 'or');
  });

  it('can be entered although the values are unknown', async () => {
    backend.fail('profileColumn', failure('timeout', explain('disk-full')));
    backend.fail('readGroups', failure('timeout', explain('disk-full')));
    const { user, onApply } = await open([{ column: 'name', lookup: 'exact', value: 'Ulm' }]);
    await user.click(screen.getByRole('button', { name: 'Apply' }));
    expect(onApply).toHaveBeenCalledWith([{ column: 'name', lookup: 'exact', value: 'Ulm' }], undefined);
  });

  it('begin at the empty value, or after the conditions, whose lists would cover them', async () => {
    await open([]);
    await waitFor(() => expect(screen.getByRole('combobox', { name: 'Value' })).toBe(document.activeElement));
    cleanup();
    await open([population]);
    await waitFor(() => expect(screen.getByRole('button', { name: 'Add condition' })).toBe(document.activeElement));
  });

  it('are all cleared at once', async () => {
    const { user, onApply } = await open([population]);
    await user.click(screen.getByRole('button', { name: 'Clear all' }));
    expect(onApply).toHaveBeenCalledWith([], undefined);
  });
});
