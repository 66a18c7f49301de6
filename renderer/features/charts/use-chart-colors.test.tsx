import { MantineProvider } from '@mantine/core';
import { render, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { useChartColors } from './use-chart-colors.ts';

const style = document.createElement('style');
style.textContent = `
  :root[data-mantine-color-scheme="light"] { --text: black; }
  :root[data-mantine-color-scheme="dark"] { --text: white; }
  :root[data-contrast="high"][data-mantine-color-scheme="dark"] { --text: yellow; }
`;
beforeEach(() => document.head.append(style));
afterEach(() => {
  style.remove();
  delete document.documentElement.dataset.contrast;
});

function Text() {
  return <p>{useChartColors().text}</p>;
}

it('an open chart takes the colours of a theme that is chosen, and of a higher contrast', async () => {
  const themed = (scheme: 'light' | 'dark') => (
    <MantineProvider forceColorScheme={scheme}>
      <Text />
    </MantineProvider>
  );
  const { rerender } = render(themed('light'));
  expect(await screen.findByText('black')).toBeDefined();
  rerender(themed('dark'));
  await waitFor(() => expect(screen.queryByText('white')).not.toBeNull());
  document.documentElement.dataset.contrast = 'high';
  expect(await screen.findByText('yellow')).toBeDefined();
  rerender(themed('light'));
  expect(await screen.findByText('black')).toBeDefined();
});
