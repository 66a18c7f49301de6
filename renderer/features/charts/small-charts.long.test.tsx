import { screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { backend } from '../../testing/far-side.ts';
import { testDetails, towns } from '../../testing/records.ts';
import { renderComponent } from '../../testing/render-component.tsx';
import { DatasetPicture } from './small-charts.tsx';

const rows = <p>rows</p>;

function show(count: number) {
  renderComponent(
    <DatasetPicture reference={towns} details={testDetails({ rows: count })}>
      {rows}
    </DatasetPicture>,
  );
}

it('asks for nothing about a dataset with very many rows', () => {
  show(3_000_000);
  expect(screen.getByText('rows')).toBeDefined();
  expect(backend.calls('profileColumn')).toEqual([]);
});
