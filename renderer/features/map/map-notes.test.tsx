import { screen, within } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import { renderComponent } from '../../testing/render-component.tsx';
import { type MapProgress, nothingYet } from './features/read-places.ts';
import { Legend, MapStatus, SizeLegend } from './map-notes.tsx';

const read: MapProgress = { ...nothingYet, phase: 'done', read: 1200, placed: 1200, count: 1200 };

function show(progress: MapProgress, changed: Partial<Parameters<typeof MapStatus>[0]> = {}) {
  const onReadOn = vi.fn();
  const user = renderComponent(
    <MapStatus progress={progress} view={null} colouring={false} chosen={null} onReadOn={onReadOn} {...changed} />,
  );
  return { user, onReadOn };
}

describe('the status of the map', () => {
  it('shows how many rows were read, without announcing every page', () => {
    show({ ...nothingYet, read: 20_000, count: 3_000_000 });
    expect(screen.getByText('20,000 of 3,000,000 rows read…')).toBeDefined();
    expect(screen.queryByRole('status')).toBeNull();
  });

  it('shows that some rows have no position', () => {
    show({ ...read, placed: 1000 });
    expect(screen.getByRole('status').textContent).toBe('1,000 of 1,200 rows on the map');
  });

  it('reads the rest of many rows on request only', async () => {
    const { user, onReadOn } = show({ ...read, phase: 'paused', read: 20_000, count: 3_000_000 });
    await user.click(screen.getByRole('button', { name: 'Read all rows' }));
    expect(onReadOn).toHaveBeenCalledOnce();
  });

  it('shows how the rows in view are drawn, and how many are marked', () => {
    const view = { inView: 900, alone: 100, groups: 12 };
    show(read, { view, chosen: { count: 5, marked: 3 } });
    expect(screen.getByRole('status').textContent).toBe(
      'All 1,200 rows on the map · 100 of 900 in view drawn individually, the rest in 12 groups · 3 of 5 selected rows marked',
    );
  });
});

it('the legend names every class, and highlights one and then all again', async () => {
  const onOnly = vi.fn();
  const classes = [
    { kind: 'range', to: 125_000 },
    { kind: 'value', value: 'Ulm' },
    { kind: 'others' },
    { kind: 'missing' },
  ] as const;
  const user = renderComponent(
    <Legend title="Population" classes={classes} colours={['red', 'green', 'blue', 'grey']} only={1} onOnly={onOnly} />,
  );
  const legend = screen.getByRole('figure', { name: 'Legend' });
  expect(
    within(legend)
      .getAllByRole('button')
      .map(({ textContent }) => textContent),
  ).toEqual(['< 125,000', 'Ulm', 'others', 'missing']);
  await user.click(within(legend).getByRole('button', { name: 'Ulm', pressed: true }));
  expect(onOnly).toHaveBeenLastCalledWith(null);
  await user.click(within(legend).getByRole('button', { name: 'others' }));
  expect(onOnly).toHaveBeenLastCalledWith(2);
});

it('the legend of sizes names the smallest and the largest value, and one between them', () => {
  renderComponent(<SizeLegend title="Population" scale={{ from: 0, to: 3_645_000 }} />);
  const lines = within(screen.getByRole('figure', { name: 'Sizes' })).getAllByText(/^[\d,]+$/);
  expect(lines.map(({ textContent }) => textContent)).toEqual(['3,645,000', '910,000', '0']);
});
