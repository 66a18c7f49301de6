import type { ElectronApplication, Locator, Page } from '@playwright/test';
import { chooseCommand } from '../actions/choose-command.ts';
import { readClipboard } from '../actions/input/clipboard.ts';
import { openDataset } from '../actions/open-dataset.ts';
import { expect, shownTab, test } from '../support/app.ts';

const airports = 'Airports of the United States';
const films = 'Films';

const opensDialog = (name: string) => async (window: Page) => {
  await expect(window.getByRole('dialog', { name, exact: true })).toBeVisible();
  await window.keyboard.press('Escape');
  await expect(window.getByRole('dialog')).toHaveCount(0);
};

const opensHelpAt = (heading: string) => async (window: Page) => {
  const help = window.getByRole('dialog', { name: 'Help', exact: true });
  await expect(help.getByRole('heading', { name: heading })).toBeVisible();
  await window.keyboard.press('Escape');
  await expect(window.getByRole('dialog')).toHaveCount(0);
};

const focuses = (name: string) => async (window: Page) => {
  await expect(window.getByLabel(name, { exact: true }).filter({ visible: true })).toBeFocused();
};

/** Once the focus was in the catalogue, and moves by one part of the window. */
const focusesRegion = (region: string) => async (window: Page) => {
  await expect(window.locator(`[data-region="${region}"] :focus`)).toHaveCount(1);
};

const showsView = (name: string) => async (window: Page) => {
  await expect(window.getByRole('tab', { name, exact: true })).toHaveAttribute('aria-selected', 'true');
};

const opensSettings = (section: string) => async (window: Page) => {
  const tab = window.getByRole('dialog', { name: 'Settings' }).getByRole('tab', { name: section, exact: true });
  await expect(tab).toHaveAttribute('aria-selected', 'true');
  await window.keyboard.press('Escape');
  await expect(window.getByRole('dialog')).toHaveCount(0);
};

const paints = (theme: 'light' | 'dark') => async (window: Page) => {
  await expect(window.locator('html')).toHaveAttribute('data-mantine-color-scheme', theme);
};

/** Switches to a language, and back to English by its name in that language. */
const speaks = (language: string, back: string | null) => async (window: Page) => {
  await expect(window.locator('html')).toHaveAttribute('lang', language);
  if (back === null) return;
  await chooseCommand(window, back);
  await expect(window.locator('html')).toHaveAttribute('lang', 'en');
};

const frontTab = (window: Page) =>
  window.getByRole('tablist', { name: 'Open datasets' }).getByRole('tab', { selected: true });

/** The commands for saved queries, in a tab that shows none. */
async function saysThatNoneIsSaved(window: Page): Promise<void> {
  const notice = window.getByRole('alert').filter({ hasText: 'This tab does not show a saved query.' });
  await expect(notice).toBeVisible();
  await notice.getByRole('button', { name: 'Close' }).click();
  await expect(notice).toBeHidden();
}

/** Hides the catalogue, and shows it again. */
async function hidesCatalogue(window: Page): Promise<void> {
  const filter = window.getByRole('textbox', { name: 'Filter the catalogue' });
  await expect(filter).toBeHidden();
  await chooseCommand(window, 'Show or hide the catalogue');
  await expect(filter).toBeVisible();
}

/** The airports have one version. */
async function saysThatNothingIsOlder(window: Page): Promise<void> {
  const notice = window.getByRole('alert').filter({ hasText: 'There is no older version to compare with.' });
  await expect(notice).toBeVisible();
  await notice.getByRole('button', { name: 'Close' }).click();
}

/** Opens a tab of SQL, or of steps, which is closed again. */
const opensSql = (part: (tab: Locator) => Locator) => async (window: Page) => {
  await expect(part(window.locator(shownTab))).toBeVisible();
  await window.keyboard.press('Control+w');
  await window.getByRole('tab', { name: airports, exact: true }).click();
  await expect(frontTab(window)).toContainText(airports);
};
const statement = (tab: Locator) => tab.getByRole('textbox', { name: 'SQL statement' });

/** The name of each command and its visible effect; each restores the window, or the next one does. */
const commands: readonly (readonly [
  title: string,
  seen: (window: Page, electron: ElectronApplication) => Promise<void>,
])[] = [
  ['Keyboard shortcuts', opensDialog('Keyboard shortcuts')],
  ['Show or hide the catalogue', hidesCatalogue],
  ['Compare this version with the previous one', saysThatNothingIsOlder],
  ['Trash on this computer…', opensDialog('Trash of This computer')],
  ['Filter the catalogue', focuses('Filter the catalogue')],
  ['Next part of the window', focusesRegion('tabs')],
  ['Previous part of the window', focusesRegion('catalogue')],
  ['Refresh', async (window) => expect(frontTab(window)).toHaveAccessibleName(airports)],
  ['Publish a file…', opensDialog('Publish a file')],
  ['Add from the web…', opensDialog('Add from the web')],
  ['Add reference data on this computer…', opensDialog('Add reference data to This computer')],
  [
    'Show followed datasets',
    async (window) => {
      await expect(window.getByRole('heading', { name: 'Followed datasets', exact: true })).toBeVisible();
      await window.getByRole('tablist', { name: 'Open datasets' }).getByRole('tab', { name: airports }).click();
      await expect(frontTab(window)).toContainText(airports);
    },
  ],
  [
    'Open a file without publishing…',
    async (_, electron) => {
      await expect.poll(() => electron.evaluate(() => Reflect.get(globalThis, 'askedForFile'))).toBe(true);
    },
  ],
  ['Add a connection…', opensDialog('Add a connection')],
  ['Manage connections', opensDialog('Connections')],
  ['Third-party licences', opensDialog('Third-party licences')],
  ['Help for what you are working with', opensDialog('Help')],
  ['Release notes', opensHelpAt('Release notes')],
  ['Report a problem…', opensHelpAt('Report a problem')],
  [
    'Show jobs',
    async (window) => {
      await expect(window.getByRole('region', { name: 'Jobs' })).toBeVisible();
      await window.getByRole('button', { name: 'Hide jobs' }).click();
    },
  ],
  [
    'Save diagnostics',
    async (_, electron) => {
      await expect.poll(() => electron.evaluate(() => Reflect.get(globalThis, 'askedWhere') as number)).toBe(1);
    },
  ],
  ['Theme: Dark', paints('dark')],
  ['Theme: Light', paints('light')],
  ['Theme: System default', paints('light')],
  ['Language: Deutsch', speaks('de', 'Sprache: English')],
  ['Language: Italiano', speaks('it', 'Lingua: English')],
  ['Language: Français', speaks('fr', 'Langue : English')],
  ['Language: Español', speaks('es', 'Idioma: English')],
  ['Language: English', speaks('en', null)],
  ['Settings', opensSettings('Appearance')],
  ['Back up…', opensSettings('Storage')],
  ['Settings: Numbers and dates', opensSettings('Numbers and dates')],
  ['Settings: Local service', opensSettings('Local service')],
  ['Settings: Users and groups', opensSettings('Users and groups')],
  ['Settings: Followed data', opensSettings('Followed data')],
  ['Settings: Storage', opensSettings('Storage')],
  ['Settings: Notifications and updates', opensSettings('Notifications and updates')],
  ['Settings: Appearance', opensSettings('Appearance')],
  ['New namespace on this computer…', opensDialog('New namespace on This computer')],
  ['Edit this dataset…', opensDialog(`Edit ${airports}`)],
  ['Public or private: who reads this namespace…', opensDialog('Edit Transport')],
  [
    'Copy the citation of this version',
    async (_, electron) => {
      await expect.poll(() => readClipboard(electron)).toMatch(/^Airports of the United States\. Version .*SHA-256/);
    },
  ],
  [
    'Delete this dataset',
    async (window) => {
      await expect(window.getByRole('tab', { name: airports, exact: true })).toHaveCount(0);
      await window.getByRole('button', { name: `Undo: delete ${airports}` }).click();
      await expect(frontTab(window)).toHaveAccessibleName(airports);
    },
  ],
  ['Next tab', async (window) => expect(frontTab(window)).not.toHaveAccessibleName(airports)],
  ['Previous tab', async (window) => expect(frontTab(window)).toHaveAccessibleName(airports)],
  ['Close tab', async (window) => expect(window.getByRole('tab', { name: airports, exact: true })).toHaveCount(0)],
  ['Reopen closed tab', async (window) => expect(frontTab(window)).toHaveAccessibleName(airports)],
  ['Show: Columns', showsView('Columns')],
  ['Show: Charts', showsView('Charts')],
  ['Show: Summary', showsView('Summary')],
  ['Show: Versions', showsView('Versions')],
  ['Show: Map', showsView('Map')],
  ['Show: About', showsView('About')],
  ['Show: Rows', showsView('Rows')],
  ['Search all text columns', focuses('Search all text columns')],
  ['Go to row', focuses('Go to row')],
  [
    'Filter row',
    async (window) => {
      // The focus is in it, and the arrow key moves it into the rows.
      await expect(window.locator('[data-field="filter-row"]:focus')).toBeVisible();
      await window.keyboard.press('ArrowDown');
      await expect(window.locator('[row-index="0"] [role="gridcell"]:focus')).toBeVisible();
      await expect(window.getByLabel('Filter State')).toBeVisible();
      await chooseCommand(window, 'Filter row');
      await expect(window.getByLabel('Filter State')).toBeHidden();
    },
  ],
  [
    'Histograms in the headings',
    async (window) => {
      await expect(window.locator(`${shownTab} [role="columnheader"] [role="toolbar"]`).first()).toBeVisible();
      await chooseCommand(window, 'Histograms in the headings');
      await expect(window.locator(`${shownTab} [role="columnheader"] [role="toolbar"]`)).toHaveCount(0);
    },
  ],
  ['Export…', opensDialog(`Export ${airports}`)],
  [
    'Show or hide row details',
    async (window) => {
      const details = window.getByRole('complementary', { name: 'Row details' });
      await expect(details).toBeVisible();
      await chooseCommand(window, 'Show or hide row details');
      await expect(details).toBeHidden();
    },
  ],
  [
    'Show or hide raw values',
    async (window) => {
      const place = window.locator(`${shownTab} [row-index="0"] [role="gridcell"][col-id="c7"]`);
      await expect(place).toContainText('"type":"Point"');
      await chooseCommand(window, 'Show or hide raw values');
      await expect(place).not.toContainText('"type":"Point"');
    },
  ],
  [
    'Clear filters, search and sorting',
    async (window) => {
      await window.getByRole('textbox', { name: 'Search all text columns' }).fill('thigpen');
      await window.keyboard.press('Enter');
      await expect(window.getByText('Text: thigpen')).toBeVisible();
      await chooseCommand(window, 'Clear filters, search and sorting');
      await expect(window.getByText('Text: thigpen')).toBeHidden();
    },
  ],
  ['Undo filters, order or columns', async (window) => expect(window.getByText('Text: thigpen')).toBeVisible()],
  ['Redo filters, order or columns', async (window) => expect(window.getByText('Text: thigpen')).toBeHidden()],
  ['Split view: show the next tab beside', async (window) => expect(window.locator(shownTab)).toHaveCount(2)],
  ['Close the split view', async (window) => expect(window.locator(shownTab)).toHaveCount(1)],
  [
    'Take the tour',
    async (window) => {
      await expect(window.getByRole('dialog', { name: 'The catalogue' })).toBeVisible();
      await window.keyboard.press('Escape');
      await expect(window.getByRole('dialog')).toHaveCount(0);
    },
  ],
  [
    'Go to the home page',
    async (window) => {
      await expect(window.getByRole('region', { name: 'Home' })).toBeVisible();
      await window.getByRole('tab', { name: airports, exact: true }).click();
      await expect(window.getByRole('region', { name: 'Home' })).toBeHidden();
    },
  ],
  ['Save this view', opensDialog('Save this view as a query')],
  ['Update the saved query', saysThatNoneIsSaved],
  ['Revert to the saved query', saysThatNoneIsSaved],
  [
    'Copy link to this view',
    async (_, electron) => {
      await expect
        .poll(() => readClipboard(electron))
        .toMatch(/^almanac:\/\/open\?namespace=transport&dataset=airports/);
    },
  ],
  [
    'New window',
    async (window, electron) => {
      await expect.poll(() => electron.windows().length).toBe(2);
      const second = electron.windows().find((each) => each !== window);
      await expect(second?.getByRole('treeitem', { name: 'This computer' }) ?? window.getByText('')).toBeVisible();
      const gone = second?.waitForEvent('close');
      if (second !== undefined) await chooseCommand(second, 'Close window').catch(() => undefined);
      await gone;
    },
  ],
  ['Query with SQL', opensSql(statement)],
  ['New SQL from this view', opensSql(statement)],
  ['Reshape and join in steps', opensSql((tab) => tab.getByRole('region', { name: 'Steps' }))],
  [
    'Undo last deletion',
    async (window) => expect(window.getByText('Nothing was deleted in the last few seconds.')).toBeVisible(),
  ],
];

/** The names in the palette of the commands that match a search. */
async function offered(window: Page): Promise<string[]> {
  await window.keyboard.press('Control+k');
  const dialog = window.getByRole('dialog');
  const field = dialog.getByRole('textbox');
  const found = new Set<string>();
  for (const letters of [
    'se',
    'th',
    'la',
    'sh',
    'ta',
    'w',
    'ro',
    'un',
    'up',
    'co',
    'ca',
    'ex',
    'pu',
    'ne',
    'di',
    'cl',
    'ed',
    'fi',
    'go',
  ]) {
    await field.fill(letters);
    const lines = dialog.getByRole('button').filter({ has: window.locator('.tabler-icon-bolt') });
    const titles = lines.locator('.mantine-Spotlight-actionLabel');
    await expect
      .poll(async () => (await titles.allTextContents()).map((title) => title.toLowerCase().includes(letters)))
      .toContain(true);
    for (const title of await titles.allTextContents()) found.add(title);
  }
  await window.keyboard.press('Escape');
  await expect(dialog).toHaveCount(0);
  return [...found];
}

test('every command of the palette does what its name says', async ({ app: { window, electron } }) => {
  await electron.evaluate(({ dialog }) => {
    Reflect.set(globalThis, 'askedWhere', 0);
    dialog.showSaveDialog = async () => {
      Reflect.set(globalThis, 'askedWhere', (Reflect.get(globalThis, 'askedWhere') as number) + 1);
      return { canceled: true, filePath: '' };
    };
    dialog.showOpenDialog = async () => {
      Reflect.set(globalThis, 'askedForFile', true);
      return { canceled: true, filePaths: [] };
    };
  });
  await window.emulateMedia({ colorScheme: 'light' });
  await openDataset(window, 'Society and culture', films);
  await openDataset(window, 'Transport', airports);
  const titles = commands.map(([title]) => title);
  expect((await offered(window)).sort()).toEqual([...titles, 'Close window'].sort());
  for (const [title, seen] of commands) {
    await test.step(title, async () => {
      await chooseCommand(window, title);
      await seen(window, electron);
    });
  }
  await window.emulateMedia({ colorScheme: null });
});
