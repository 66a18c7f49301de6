import { screen } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { renderComponent } from '../testing/render-component.tsx';
import { Distribution } from './distribution.tsx';

const bars = ['Ulm', 'Trento', 'Basel'].map(
  (value, position) => ({ kind: 'value', value, count: 3 - position }) as const,
);

function show(mayChoose = () => true) {
  const onChoose = vi.fn();
  const user = renderComponent(
    <Distribution
      label="Distribution of Name"
      bars={bars}
      room={100}
      textOf={(bar) => (bar.kind === 'value' ? `${bar.value}: ${bar.count}` : '')}
      mayChoose={mayChoose}
      onChoose={onChoose}
    />,
  );
  return { user, onChoose };
}

it('is one stop for the keyboard, and filters by several bars at once', async () => {
  const { user, onChoose } = show();
  await user.tab();
  expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Ulm: 3' }));
  await user.keyboard('{Shift>}{ArrowRight}{ArrowRight}{/Shift}');
  expect(screen.getAllByRole('button', { pressed: true })).toHaveLength(3);
  await user.keyboard('{Enter}');
  expect(onChoose).toHaveBeenCalledWith(bars);
});

it('does not filter by a bar that no filter can express', async () => {
  const { user, onChoose } = show(() => false);
  await user.tab();
  await user.keyboard('{Enter}');
  expect(onChoose).not.toHaveBeenCalled();
  expect(screen.getByRole('button', { name: 'Ulm: 3' }).getAttribute('aria-disabled')).toBe('true');
});
