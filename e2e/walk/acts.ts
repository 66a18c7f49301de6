import type { Page } from '@playwright/test';
import { speak } from '../actions/speak.ts';
import { expect, type RunningApp, shownTab } from '../support/app.ts';
import type { Dataset, Order, WindowModel } from './model.ts';

/** What an act works with. */
export interface Walk {
  readonly app: RunningApp;
  readonly model: WindowModel;
  readonly datasets: readonly Dataset[];
  /** A number from 0 up to a bound, without it. */
  readonly below: (bound: number) => number;
}

/** Something a user does. It is offered while the model allows it, and returns what it did. */
interface Act {
  readonly weight: number;
  readonly isOffered: (model: WindowModel) => boolean;
  readonly run: (walk: Walk) => Promise<string>;
}

const always = () => true;
const onRows = ({ active }: WindowModel) => active?.view === 0;

function pick<Item>(items: readonly Item[], below: Walk['below']): Item {
  return items[below(items.length)] as Item;
}

/** Words that some rows contain, and one that none does. */
const searches = ['a', 'san', 'Ö', '%', '"', 'x y', 'no row has this'];
const languages = ['en', 'de', 'es', 'fr', 'it'];
const sizes = [
  { width: 1280, height: 800 },
  { width: 700, height: 800 },
  { width: 640, height: 400 },
];

async function clickHead(window: Page, column: number): Promise<boolean> {
  const head = window.locator(`${shownTab} [role="columnheader"][col-id="c${column}"] .rows-head-label`);
  if ((await head.count()) === 0 || !(await head.isVisible())) return false;
  await head.click();
  return true;
}

/** Keys to undo work where the rows are. A grid that was just drawn may draw its headings once more. */
async function pressInGrid(window: Page, keys: string): Promise<void> {
  const head = window.locator(`${shownTab} [role="columnheader"]`).first();
  await expect(async () => {
    await head.focus();
    await expect(head).toBeFocused({ timeout: 500 });
  }).toPass();
  await window.keyboard.press(keys);
}

const acts: Readonly<Record<string, Act>> = {
  open: {
    weight: 4,
    isOffered: always,
    run: async ({ app: { window }, model, datasets, below }) => {
      const dataset = pick(datasets, below);
      await window.keyboard.press('Alt+Home');
      const field = window.locator('.home input').first();
      await field.fill(dataset.label);
      await expect(window.locator('.home li').first()).toContainText(dataset.label);
      await field.press('Enter');
      model.open(dataset);
      return dataset.label;
    },
  },
  home: {
    weight: 1,
    isOffered: always,
    run: async ({ app: { window }, model }) => {
      await window.keyboard.press('Alt+Home');
      model.showHome();
      return '';
    },
  },
  neighbour: {
    weight: 4,
    isOffered: ({ count }) => count > 0,
    run: async ({ app: { window }, model, below }) => {
      const isNext = below(2) === 0;
      await window.keyboard.press(isNext ? 'Control+Tab' : 'Control+Shift+Tab');
      model.showNeighbour(isNext ? 1 : -1);
      return isNext ? 'next' : 'previous';
    },
  },
  close: {
    weight: 1,
    isOffered: ({ active }) => active !== undefined,
    run: async ({ app: { window }, model }) => {
      await window.keyboard.press('Control+W');
      model.close();
      return '';
    },
  },
  reopen: {
    weight: 1,
    isOffered: ({ canReopen }) => canReopen,
    run: async ({ app: { window }, model }) => {
      await window.keyboard.press('Control+Shift+T');
      model.reopen();
      return '';
    },
  },
  view: {
    weight: 3,
    isOffered: ({ active }) => active !== undefined,
    run: async ({ app: { window }, model, below }) => {
      const views = window.locator(`${shownTab} .dataset-views [role="tablist"] [role="tab"]`);
      const view = below(3) === 0 ? 0 : below(await views.count());
      await views.nth(view).click();
      model.showView(view);
      return String(view);
    },
  },
  search: {
    weight: 3,
    isOffered: onRows,
    run: async ({ app: { window }, model, below }) => {
      const text = pick(searches, below);
      const field = window.locator(`${shownTab} [data-field="row-search"]`);
      await field.fill(text);
      await field.press('Enter');
      model.search(text);
      return text;
    },
  },
  order: {
    weight: 3,
    isOffered: onRows,
    run: async ({ app: { window }, model, below }) => {
      const { active } = model;
      if (active === undefined) return '';
      const column = pick(active.dataset.ordered, below);
      if (!(await clickHead(window, column))) return `column ${column} is not in view`;
      const now = active.query.order;
      const next: Record<Order['direction'], Order | null> = {
        ascending: { column, direction: 'descending' },
        descending: null,
      };
      model.order(now?.column === column ? next[now.direction] : { column, direction: 'ascending' });
      return `column ${column}`;
    },
  },
  undo: {
    weight: 2,
    isOffered: (model) => onRows(model) && (model.active?.past.length ?? 0) > 0,
    run: async ({ app: { window }, model }) => {
      await pressInGrid(window, 'Control+Z');
      model.undo();
      return '';
    },
  },
  redo: {
    weight: 2,
    isOffered: (model) => onRows(model) && (model.active?.future.length ?? 0) > 0,
    run: async ({ app: { window }, model }) => {
      await pressInGrid(window, 'Control+Shift+Z');
      model.redo();
      return '';
    },
  },
  size: {
    weight: 1,
    isOffered: always,
    run: async ({ app: { window }, below }) => {
      const size = pick(sizes, below);
      await window.setViewportSize(size);
      return `${size.width} × ${size.height}`;
    },
  },
  theme: {
    weight: 1,
    isOffered: always,
    run: async ({ app: { window }, below }) => {
      const colorScheme = below(2) === 0 ? 'light' : 'dark';
      await window.emulateMedia({ colorScheme });
      return colorScheme;
    },
  },
  language: {
    weight: 1,
    isOffered: always,
    run: async ({ app: { window }, model, below }) => {
      const language = pick(languages, below);
      // Changes are stored a moment later.
      await window.waitForTimeout(1_000);
      await speak(window, language);
      model.reload();
      return language;
    },
  },
  backend: {
    weight: 1,
    isOffered: always,
    run: async ({ app: { electron } }) => {
      const backend = () =>
        electron.evaluate(({ app }) => app.getAppMetrics().find(({ name }) => name === 'Almanac backend')?.pid ?? 0);
      const before = await backend();
      process.kill(before, 'SIGKILL');
      await expect.poll(async () => [0, before].includes(await backend())).toBe(false);
      return 'ended and started again';
    },
  },
};

/** Does something at random that is possible now. @returns what it was */
export async function act(walk: Walk): Promise<string> {
  const offered = Object.entries(acts).filter(([, one]) => one.isOffered(walk.model));
  const chances = offered.flatMap(([name, one]) => Array.from({ length: one.weight }, () => name));
  const name = pick(chances, walk.below);
  return `${name} ${await acts[name]?.run(walk)}`.trim();
}
