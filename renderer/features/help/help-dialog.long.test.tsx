import { Modal } from '@mantine/core';
import { act, screen, waitFor } from '@testing-library/react';
import { beforeEach, describe, expect, it } from 'vitest';
import { guidePages, helpFor, pageOfFocus } from '../../lib/help.ts';
import { closeDialog, openedDialog, openHelp } from '../../state/dialogs.ts';
import { shell } from '../../testing/far-side.ts';
import { renderComponent } from '../../testing/render-component.tsx';
import { HelpDialog } from './help-dialog.tsx';

beforeEach(() => act(() => closeDialog('help')));

async function show(topic: Parameters<typeof openHelp>[0]) {
  const user = renderComponent(<HelpDialog />);
  act(() => openHelp(topic));
  await screen.findByRole('dialog', { name: 'Help' });
  return user;
}

describe('the help', () => {
  it('shows a page of the guide, and lists all of them with the current one marked', async () => {
    await show('rows');
    expect(screen.getByRole('heading', { level: 3, name: 'Read and filter rows' })).toBeDefined();
    const nav = screen.getByRole('navigation', { name: 'Pages of the guide' });
    expect(nav.querySelectorAll('button')).toHaveLength(guidePages.length + 2);
    expect(screen.getByRole('button', { current: 'page' }).textContent).toBe('Read and filter rows');
    expect(document.querySelector('section [lang="en"]')).not.toBeNull();
  });

  it('finds a section by its words, and shows its page', async () => {
    const user = await show('first-steps');
    await user.type(screen.getByRole('textbox', { name: 'Search the guide' }), 'cite');
    expect((await screen.findByRole('status')).textContent).toMatch(/^\d+ sections? found$/);
    await user.click(screen.getByRole('button', { name: /^Cite a version/ }));
    expect(screen.getByRole('heading', { level: 3, name: 'Versions and comparisons' })).toBeDefined();
  });

  it('reports that nothing was found', async () => {
    const user = await show('first-steps');
    await user.type(screen.getByRole('textbox'), 'xylophone');
    expect((await screen.findByRole('status')).textContent).toBe('Nothing found. Try another word.');
  });

  it('has the release notes', async () => {
    const user = await show('first-steps');
    await user.click(screen.getByRole('button', { name: 'Release notes' }));
    expect(await screen.findByRole('heading', { level: 4, name: '0.1.0' })).toBeDefined();
  });

  it('shows the complete report before it is shared, and copies exactly that', async () => {
    shell.answer('readDiagnostics', 'Almanac 1.2.3 on Linux');
    shell.answer('copyText', undefined);
    const user = await show('report');
    await screen.findByText('Almanac 1.2.3 on Linux');
    await user.click(screen.getByRole('button', { name: 'Copy the report' }));
    expect(await screen.findByText('Copied')).toBeDefined();
    expect(shell.calls('copyText')).toEqual([{ text: 'Almanac 1.2.3 on Linux' }]);
  });

  it('closes on Escape, and leaves the dialog below it open', async () => {
    let below = true;
    const user = renderComponent(
      <>
        <HelpDialog />
        <Modal opened title="Below" onClose={() => (below = false)}>
          text
        </Modal>
      </>,
    );
    act(() => openHelp('rows'));
    await screen.findByRole('dialog', { name: 'Help' });
    await user.keyboard('{Escape}');
    await waitFor(() => expect(openedDialog('help')).toBeNull());
    expect(below).toBe(true);
    await user.keyboard('{Escape}');
    expect(below).toBe(false);
  });
});

describe('the page for the focused element', () => {
  it('is that of the surrounding region, and without a focus that of the active tab', async () => {
    const user = renderComponent(
      <>
        <section {...helpFor('catalogue')}>
          <input aria-label="filter" />
        </section>
        <div data-front>
          <section {...helpFor('rows')} style={{ display: 'none' }} />
          <section {...helpFor('charts')}>chart</section>
        </div>
      </>,
    );
    expect(pageOfFocus()).toBe('charts');
    await user.click(screen.getByRole('textbox', { name: 'filter' }));
    expect(pageOfFocus()).toBe('catalogue');
  });
});
