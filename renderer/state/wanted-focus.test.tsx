import { act, screen, waitFor } from '@testing-library/react';
import { beforeAll, beforeEach, expect, it } from 'vitest';
import { openTowns, towns } from '../testing/records.ts';
import { renderComponent } from '../testing/render-component.tsx';
import { changeState, useTabState } from './tab.ts';
import { openDataset } from './tabs.ts';
import { dropFocusOnInput, focusView, isFocusWanted, useWantedFocus } from './wanted-focus.ts';

beforeAll(() => dropFocusOnInput());

/** A field elsewhere, and the view of a tab, whose content comes with its file. */
function Tab({ id }: { id: string }) {
  const hasRows = useTabState(id, ({ isViewing }) => isViewing);
  useWantedFocus(id, hasRows);
  return (
    <>
      <input aria-label="field" />
      <div data-front>
        <div data-region="view">{hasRows && <button type="button">first</button>}</div>
      </div>
    </>
  );
}

const arrive = (tab: string) => act(() => changeState(tab, () => ({ isViewing: true })));
const focused = () => document.activeElement;
let tab = '';

beforeEach(() => {
  tab = openTowns().id;
});

it('a view gets the focus that it is to have as soon as its content is there', async () => {
  renderComponent(<Tab id={tab} />);
  act(focusView);
  expect(focused()).toBe(document.body);
  arrive(tab);
  await waitFor(() => expect(focused()).toBe(screen.getByRole('button')));
});

it('a view that is there gets the focus too, and only once', async () => {
  renderComponent(<Tab id={tab} />);
  arrive(tab);
  act(focusView);
  await waitFor(() => expect(focused()).toBe(screen.getByRole('button')));
  expect(isFocusWanted()).toBe(false);
});

it('a key or a click elsewhere ends it, keys that are meant for the view do not', async () => {
  const user = renderComponent(<Tab id={tab} />);
  act(focusView);
  await user.keyboard('{ArrowDown}');
  expect(isFocusWanted()).toBe(true);
  await user.keyboard('a');
  expect(isFocusWanted()).toBe(false);
  act(focusView);
  await user.click(screen.getByRole('textbox'));
  expect(isFocusWanted()).toBe(false);
  arrive(tab);
  expect(focused()).toBe(screen.getByRole('textbox'));
});

it('another tab that is shown ends it', () => {
  act(focusView);
  expect(isFocusWanted()).toBe(true);
  act(() => openDataset({ ...towns, dataset: 'rivers' }, 'Rivers'));
  expect(isFocusWanted()).toBe(false);
});
