import { screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { renderComponent } from '../../testing/render-component.tsx';
import { CopyButton } from './icon-button.tsx';

it('confirms what was copied', async () => {
  const copied: string[] = [];
  const user = renderComponent(
    <CopyButton label="Copy it" text="words" copy={async (text) => void copied.push(text)} />,
  );
  await user.click(screen.getByRole('button', { name: 'Copy it' }));
  expect(await screen.findByRole('button', { name: 'Copied' })).toBeDefined();
  expect(copied).toEqual(['words']);
});

it('reports that the clipboard refused, and does not confirm the copy', async () => {
  const user = renderComponent(
    <CopyButton label="Copy it" text="words" copy={() => Promise.reject(new Error('no'))} />,
  );
  await user.click(screen.getByRole('button', { name: 'Copy it' }));
  expect(await screen.findByText('Could not copy to the clipboard. Try again.')).toBeDefined();
  expect(screen.queryByRole('button', { name: 'Copied' })).toBeNull();
});
