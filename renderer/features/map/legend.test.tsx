import { screen, within } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { renderComponent } from '../../testing/render-component.tsx';
import { Legend } from './legend.tsx';

it('names every class, and highlights one and then all again', async () => {
  const onOnly = vi.fn();
  const classes = [
    { kind: 'range', from: 0, to: 125_000 },
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
  ).toEqual(['0 to 125,000', 'Ulm', 'others', 'missing']);
  await user.click(within(legend).getByRole('button', { name: 'Ulm', pressed: true }));
  expect(onOnly).toHaveBeenLastCalledWith(null);
  await user.click(within(legend).getByRole('button', { name: 'others' }));
  expect(onOnly).toHaveBeenLastCalledWith(2);
});
