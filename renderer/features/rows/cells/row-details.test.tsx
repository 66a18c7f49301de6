import { screen, within } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import { shell } from '../../../testing/far-side.ts';
import { testColumn } from '../../../testing/records.ts';
import { renderComponent } from '../../../testing/render-component.tsx';
import { RowDetails, type ShownRow } from './row-details.tsx';

const columns = [testColumn('name', { label: 'Name' }), testColumn('note'), testColumn('extra')];

function show(shown: ShownRow | null) {
  const onMove = vi.fn();
  const user = renderComponent(<RowDetails shown={shown} columns={columns} onMove={onMove} onClose={vi.fn()} />);
  return { user, onMove, details: screen.getByRole('complementary', { name: 'Row details' }) };
}

describe('the details of a row', () => {
  it('explain how to select a row, and offer nothing else', () => {
    const { details } = show(null);
    expect(within(details).getByText('Select a row to see all its values here.')).toBeDefined();
    expect(within(details).getAllByRole('button')).toHaveLength(1);
  });

  it('name the columns of a row whose values are still being read', () => {
    const { details } = show({ row: 4, values: undefined });
    expect(within(details).getByRole('heading', { name: 'Row 5' })).toBeDefined();
    expect(within(details).getAllByRole('term')).toHaveLength(3);
    expect(within(details).queryByRole('button', { name: /^Copy the value/ })).toBeNull();
  });

  it('show each value in full, and copy it exactly', async () => {
    const long = `{"a":[${'1,'.repeat(5000)}1]}`;
    const { user, details } = show({ row: 0, values: ['Ulm', long, null] });
    expect(within(details).getByText('missing')).toBeDefined();
    await user.click(within(details).getByRole('button', { name: 'Copy the value of note' }));
    expect(shell.calls('copyText')).toEqual([{ text: long }]);
    expect(within(details).queryByRole('button', { name: 'Copy the value of extra' })).toBeNull();
  });

  it('move to the next row', async () => {
    const { user, onMove, details } = show({ row: 4, values: ['Ulm', '', null] });
    await user.click(within(details).getByRole('button', { name: 'Next row' }));
    expect(onMove).toHaveBeenCalledWith(5);
  });
});
