import { screen } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';
import { beforeEach, describe, expect, it } from 'vitest';
import { closeDialog, startTour } from '../../state/dialogs.ts';
import { useSettings } from '../../state/settings.ts';
import { renderComponent } from '../../testing/render-component.tsx';
import { Tour } from './tour.tsx';

beforeEach(() => {
  closeDialog('tour');
  useSettings.setState({ tourSeen: false });
});

async function show() {
  const user = renderComponent(
    <>
      <button type="button" onClick={startTour}>
        Start
      </button>
      <Tour />
    </>,
  );
  await user.click(screen.getByRole('button', { name: 'Start' }));
  return user;
}

describe('the tour', () => {
  it('is not there until it is started', () => {
    renderComponent(<Tour />);
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  it('leads through all steps by the keyboard, and back', async () => {
    const user = await show();
    const titles: string[] = [];
    for (let step = 1; step <= 5; step += 1) {
      expect(screen.getByText(`${step} of 5`, { exact: false })).toBeDefined();
      titles.push(screen.getByRole('heading').textContent ?? '');
      if (step < 5) await user.keyboard('{Enter}');
    }
    expect(new Set(titles).size).toBe(5);
    expect(screen.queryByRole('button', { name: 'Skip the tour' })).toBeNull();
    await user.click(screen.getByRole('button', { name: 'Back' }));
    expect(screen.getByRole('heading').textContent).toBe(titles[3]);
  });

  it.each([
    ['Esc', (user: UserEvent) => user.keyboard('{Escape}')],
    ['its button', (user: UserEvent) => user.click(screen.getByRole('button', { name: 'Skip the tour' }))],
  ])('is left with %s, and is then no longer offered first', async (_, leave) => {
    const user = await show();
    await leave(user);
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(useSettings.getState().tourSeen).toBe(true);
    await expect.poll(() => document.activeElement?.textContent).toBe('Start');
  });
});
