import { Modal } from '@mantine/core';
import { fireEvent, screen, waitFor } from '@testing-library/react';
import { useEffect, useState } from 'react';
import { expect, test, vi } from 'vitest';
import { renderComponent } from '../../testing/render-component.tsx';
import { hint } from './hint.ts';
import { Tooltips } from './tooltips.tsx';

const tooltip = () => document.querySelector('[role="tooltip"]');

/** A button that goes without the pointer or a key. */
function Removable() {
  const [isThere, setIsThere] = useState(true);
  useEffect(() => {
    const remove = () => setIsThere(false);
    window.addEventListener('storage', remove);
    return () => window.removeEventListener('storage', remove);
  }, []);
  return isThere ? (
    <button type="button" data-tooltip="Clear">
      C
    </button>
  ) : null;
}

async function shown(text: string): Promise<Element> {
  await waitFor(() => expect(tooltip()?.textContent).toBe(text));
  const found = tooltip();
  if (found === null) throw new Error('The tooltip went at once');
  return found;
}

test('a tooltip stays while the pointer is over it, and goes when the pointer leaves', async () => {
  const user = renderComponent(
    <>
      <button type="button" data-tooltip="Publish a file">
        P
      </button>
      <p>Rows</p>
      <Tooltips />
    </>,
  );
  await user.hover(screen.getByRole('button'));
  const found = await shown('Publish a file');
  await user.hover(found);
  await new Promise((resolve) => setTimeout(resolve, 300));
  expect(tooltip()).not.toBeNull();
  await user.hover(screen.getByText('Rows'));
  await waitFor(() => expect(tooltip()).toBeNull());
});

test('Escape closes the tooltip of the control that has the focus, then the dialog', async () => {
  const onClose = vi.fn();
  const user = renderComponent(
    <>
      <Tooltips />
      <Modal opened onClose={onClose} title="Settings" transitionProps={{ duration: 0 }} withCloseButton={false}>
        <input aria-label="Name" data-autofocus />
        <button type="button" data-tooltip="Copy the address">
          C
        </button>
      </Modal>
    </>,
  );
  await waitFor(() => expect(document.activeElement).toBe(screen.getByLabelText('Name')));
  await user.tab();
  await shown('Copy the address');
  await user.keyboard('{Escape}');
  expect(tooltip()).toBeNull();
  expect(onClose).not.toHaveBeenCalled();
  await user.keyboard('{Escape}');
  expect(onClose).toHaveBeenCalledOnce();
});

test('Escape is for the dialog where the pointer is over something behind it', async () => {
  const onClose = vi.fn();
  const user = renderComponent(
    <>
      <Tooltips />
      <p data-tooltip="Behind">B</p>
      <Modal opened onClose={onClose} title="Settings" transitionProps={{ duration: 0 }}>
        <input aria-label="Name" data-autofocus />
      </Modal>
    </>,
  );
  await waitFor(() => expect(document.activeElement).toBe(screen.getByLabelText('Name')));
  fireEvent.pointerOver(screen.getByText('B'));
  await shown('Behind');
  await user.keyboard('{Escape}');
  expect(tooltip()).toBeNull();
  expect(onClose).toHaveBeenCalledOnce();
});

test('pressing a control closes its tooltip, and so does removing it', async () => {
  const user = renderComponent(
    <>
      <Removable />
      <Tooltips />
    </>,
  );
  await user.hover(screen.getByRole('button'));
  await shown('Clear');
  await user.pointer({ keys: '[MouseLeft>]', target: screen.getByRole('button') });
  expect(tooltip()).toBeNull();
  await user.pointer({ keys: '[/MouseLeft]' });
  await user.unhover(screen.getByRole('button'));
  await user.hover(screen.getByRole('button'));
  await shown('Clear');
  fireEvent(window, new Event('storage'));
  await waitFor(() => expect(tooltip()).toBeNull());
});

test('a row of a tree shows the tooltip of its label when it has the focus', async () => {
  const user = renderComponent(
    <>
      <div role="tree">
        <div role="treeitem" tabIndex={0} aria-selected={false}>
          Towns <span data-tooltip="Newer version available">●</span>
        </div>
      </div>
      <Tooltips />
    </>,
  );
  await user.tab();
  await shown('Newer version available');
});

test('text that can be read in full has no tooltip; a hint is also the description', async () => {
  const user = renderComponent(
    <>
      <span data-tooltip="Towns">Towns</span>
      <time {...hint('26 November 2026')}>today</time>
      <Tooltips />
    </>,
  );
  await user.hover(screen.getByText('Towns'));
  await new Promise((resolve) => setTimeout(resolve, 700));
  expect(tooltip()).toBeNull();
  await user.hover(screen.getByText('today'));
  await shown('26 November 2026');
  expect(screen.getByText('today').getAttribute('aria-description')).toBe('26 November 2026');
});
