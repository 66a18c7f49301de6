import { screen } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import type { Bounds } from '../../lib/geometry/geometry-bounds.ts';
import { testColumn } from '../../testing/records.ts';
import { renderComponent } from '../../testing/render-component.tsx';
import type { MapHandle } from './engine/map-canvas.tsx';
import { MapToolbar } from './map-toolbar.tsx';

const columns = [
  testColumn('name', { label: 'Name' }),
  testColumn('population', { label: '', type: 'integer' }),
  testColumn('place', { label: 'Place', type: 'geometry' }),
];
const inView: Bounds = [6, 36, 19, 47];
const all: Bounds = [-10, 30, 30, 60];

function handle() {
  return {
    zoomBy: vi.fn<MapHandle['zoomBy']>(),
    fit: vi.fn<MapHandle['fit']>(),
    bounds: () => inView,
    zoom: () => 5,
    view: () => null,
  };
}

function show(changed: Partial<Parameters<typeof MapToolbar>[0]> = {}) {
  const on = { onColourBy: vi.fn(), onSizeBy: vi.fn(), onSelecting: vi.fn(), onBox: vi.fn() };
  const user = renderComponent(
    <MapToolbar
      columns={columns}
      colourBy={null}
      sizeBy={null}
      hasPoints
      handle={null}
      bounds={null}
      selecting={false}
      {...on}
      {...changed}
    />,
  );
  return { user, ...on };
}

const button = (name: string) => screen.getByRole<HTMLButtonElement>('button', { name });

describe('the toolbar of the map', () => {
  it('offers no action on a map that is not drawn yet', () => {
    show();
    const names = ['Filter to this view', 'Zoom in', 'Zoom out', 'Show all'];
    expect(names.filter((name) => !button(name).disabled)).toEqual([]);
  });

  it('does not offer to show all rows while none has a position', () => {
    show({ handle: handle() });
    expect(button('Show all').disabled).toBe(true);
    expect(button('Zoom in').disabled).toBe(false);
  });

  it('zooms, shows all rows, and filters to the visible part', async () => {
    const drawn = handle();
    const { user, onBox } = show({ handle: drawn, bounds: all });
    await user.click(button('Zoom in'));
    await user.click(button('Zoom out'));
    expect(drawn.zoomBy.mock.calls).toEqual([[1], [-1]]);
    await user.click(button('Show all'));
    expect(drawn.fit.mock.calls).toEqual([[all]]);
    await user.click(button('Filter to this view'));
    expect(onBox.mock.calls).toEqual([[inView]]);
  });

  it('shows whether an area is being selected', async () => {
    const { user, onSelecting } = show({ selecting: true });
    expect(button('Select an area').getAttribute('aria-pressed')).toBe('true');
    await user.click(button('Select an area'));
    expect(onSelecting.mock.calls).toEqual([[false]]);
  });

  it('colours by any column but geometry, with its name if it has no label', async () => {
    const { user, onColourBy } = show();
    await user.click(screen.getByRole('combobox', { name: 'Colour by' }));
    const options = await screen.findAllByRole('option');
    expect(options.map(({ textContent }) => textContent)).toEqual(['Name', 'population']);
    await user.click(screen.getByRole('option', { name: 'population' }));
    expect(onColourBy.mock.calls[0]?.[0]).toBe('population');
  });

  it('sizes points by any column of numbers', async () => {
    const { user, onSizeBy } = show();
    await user.click(screen.getByRole('combobox', { name: 'Size by' }));
    await user.click(await screen.findByRole('option', { name: 'population' }));
    expect(screen.queryByRole('option', { name: 'Name' })).toBeNull();
    expect(onSizeBy.mock.calls[0]?.[0]).toBe('population');
  });

  it.each([
    ['shapes', { hasPoints: false }],
    ['rows without numbers', { columns: columns.slice(0, 1) }],
  ])('offers no size for %s', (_, changed) => {
    show(changed);
    expect(screen.queryByRole('combobox', { name: 'Size by' })).toBeNull();
  });
});
