import { screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { explain } from '#shared/failures.ts';
import { renderComponent } from '../../testing/render-component.tsx';
import { BadValues } from './bad-values.tsx';

it('names a place as messages do: by its line, or by its record where there are no lines', () => {
  const bad = { column: 'n', value: 'x', reason: explain('no-number') };
  renderComponent(
    <BadValues
      values={[
        { ...bad, row: 2, line: 3 },
        { ...bad, row: 1200, line: null },
        { ...bad, row: null, line: null },
      ]}
    />,
  );
  const places = screen.getAllByRole('row').map((row) => row.firstElementChild?.textContent);
  expect(places).toEqual(['Position', 'line 3', 'record 1200', '–']);
});
