import { screen } from '@testing-library/react';
import { useState } from 'react';
import { expect, it } from 'vitest';
import { renderComponent } from '../../../testing/render-component.tsx';
import { ColumnCuts } from './column-cuts.tsx';

function Cuts({ from }: { from: readonly number[] }) {
  const [starts, setStarts] = useState(from);
  return <ColumnCuts lines={['2019  Ulm    126', '2020  Urach   12']} starts={starts} onChange={setStarts} />;
}

const cuts = () => screen.queryAllByRole('separator').map((one) => Number(one.getAttribute('aria-valuenow')));

it('moves a boundary with the arrow keys, up to its neighbours', async () => {
  const user = renderComponent(<Cuts from={[1, 5, 7, 14]} />);
  screen.getByRole('separator', { name: 'Boundary 2' }).focus();
  await user.keyboard('{ArrowRight}');
  expect(cuts()).toEqual([5, 8, 14]);
  await user.keyboard('{ArrowLeft}{ArrowLeft}{ArrowLeft}{ArrowLeft}');
  expect(cuts()).toEqual([5, 6, 14]);
});

it('removes a boundary with Delete, and adds one in the middle of a column with Enter', async () => {
  const user = renderComponent(<Cuts from={[1, 7, 14]} />);
  screen.getByRole('separator', { name: 'Boundary 2' }).focus();
  await user.keyboard('{Enter}');
  expect(cuts()).toEqual([7, 14, 15]);
  screen.getByRole('separator', { name: 'Boundary 1' }).focus();
  await user.keyboard('{Delete}');
  expect(cuts()).toEqual([14, 15]);
});

it('adds the first boundary with Enter, and never removes the beginning of the line', async () => {
  const user = renderComponent(<Cuts from={[1]} />);
  screen.getByRole('region', { name: 'Column boundaries' }).focus();
  await user.keyboard('{Enter}');
  expect(cuts()).toEqual([9]);
  screen.getByRole('region', { name: 'Column boundaries' }).focus();
  await user.keyboard('{Delete}{ArrowRight}');
  expect(cuts()).toEqual([9]);
});
