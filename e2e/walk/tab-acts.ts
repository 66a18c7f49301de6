import { speak } from '../actions/speak.ts';
import { expect, shownTab } from '../support/app.ts';
import { type Acts, always, pick } from './walk.ts';

const languages = ['en', 'de', 'es', 'fr', 'it'];
const sizes = [
  { width: 1280, height: 800 },
  { width: 700, height: 800 },
  { width: 640, height: 400 },
];

/** Opening, showing and closing; the look of the window. */
export const tabActs: Acts = {
  open: {
    weight: 4,
    isOffered: always,
    run: async ({ app: { window }, model, datasets, below }) => {
      // The other service has few datasets, which would rarely be opened.
      const isRemote = !model.isAway && below(4) === 0;
      const dataset = pick(
        datasets.filter((one) => one.isRemote === isRemote),
        below,
      );
      await window.keyboard.press('Alt+Home');
      const field = window.locator('[data-help="first-steps"] input').first();
      await field.fill(dataset.label);
      await expect(window.locator('[data-help="first-steps"] li').first()).toContainText(dataset.label);
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
      const views = window.locator(`${shownTab} [data-region="views"] [role="tab"]`);
      const view = below(3) === 0 ? 0 : below(await views.count());
      await views.nth(view).click();
      model.showView(view);
      return String(view);
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
      await speak(window, language);
      model.language = language;
      model.reload();
      return language;
    },
  },
};
