import type { Page } from '@playwright/test';
import { runsAll } from '../../electron/lib/testing/tier.ts';
import { pictureInBothThemes } from '../actions/check-and-screenshot.ts';
import { addConnection, openRemoteDataset } from '../actions/connect.ts';
import { englishIn, visibleTexts } from '../actions/visible-texts.ts';
import { expect, picture } from '../support/app.ts';
import { test } from '../support/office.ts';

/** The names of the parts of the window that are opened, by language. */
const names = {
  de: {
    own: 'Deutsch',
    settings: 'Einstellungen',
    views: ['Zeilen', 'Spalten', 'Versionen', 'Info'],
    map: 'Karte',
    compare: 'Vergleichen',
    add: 'Verbindung hinzufügen',
    connect: 'Hinzufügen',
  },
  it: {
    own: 'Italiano',
    settings: 'Impostazioni',
    views: ['Righe', 'Colonne', 'Versioni', 'Informazioni'],
    map: 'Mappa',
    compare: 'Confronta',
    add: 'Aggiungi una connessione',
    connect: 'Aggiungi',
  },
  fr: {
    own: 'Français',
    settings: 'Réglages',
    views: ['Lignes', 'Colonnes', 'Versions', 'À propos'],
    map: 'Carte',
    compare: 'Comparer',
    add: 'Ajouter une connexion',
    connect: 'Ajouter',
  },
  es: {
    own: 'Español',
    settings: 'Ajustes',
    views: ['Filas', 'Columnas', 'Versiones', 'Información'],
    map: 'Mapa',
    compare: 'Comparar',
    add: 'Añadir una conexión',
    connect: 'Añadir',
  },
} as const;

/** All languages take minutes: the quick tier has the one with the longest words. */
const languages = runsAll ? (['de', 'es', 'fr', 'it'] as const) : (['de'] as const);

/** Towns on the map; its texts belong to no language. */
const ulm = 'nome,altezza,ort\nUlm,478,POINT (10 48.4)\n';

/** Chooses a language in the settings, which stay open. */
async function speak(window: Page, language: keyof typeof names): Promise<void> {
  await window.keyboard.press('Control+,');
  const dialog = window.getByRole('dialog');
  await dialog.getByRole('tab').first().click();
  await dialog.getByRole('combobox').first().click();
  await window.getByRole('option', { name: names[language].own }).click();
  await expect(window.getByRole('dialog', { name: names[language].settings })).toBeVisible();
}

for (const language of languages) {
  test(`nothing is left in English when the window is in ${names[language].own}`, async ({ office, own }) => {
    const { window } = own;
    const isEnglish = await englishIn(language);
    const left = new Map<string, string>();
    const look = async (where: string, within?: string) => {
      for (const text of await visibleTexts(window, within)) {
        // The names of the dataset and its column are also words of the window, which have a number before them there.
        if (isEnglish(text.replace(/(?<!\d )\bplaces?\b/, 'orte'))) left.set(text, where);
      }
    };
    office.publishAs('orte', 'orte.csv', ulm);
    office.publishAs('orte', 'orte.csv', `${ulm}Voss,57,POINT (6.4 60.6)\n`);
    await addConnection(window, office.address, 'Ufficio');
    await openRemoteDataset(window, ['Ufficio', 'city', 'places']);
    await expect(window.getByRole('contentinfo')).toContainText('3 rows');

    await speak(window, language);
    const dialog = window.getByRole('dialog');
    for (const page of await dialog.getByRole('tab').all()) {
      await page.click();
      await expect(dialog.locator('.mantine-Skeleton-root')).toHaveCount(0);
      await look('settings');
    }
    await window.keyboard.press('Escape');
    await expect(dialog).toBeHidden();

    for (const [position, view] of names[language].views.entries()) {
      // Charts and summary are the views between.
      await window.keyboard.press(`Control+${position < 2 ? position + 1 : position + 3}`);
      await expect(window.getByRole('tab', { name: view, exact: true })).toHaveAttribute('aria-selected', 'true');
      await expect(window.getByRole('tabpanel', { name: view })).not.toBeEmpty();
      await look(view);
      await pictureInBothThemes(window, `${language}-view-${position + 1}`);
    }

    for (const [keys, where] of [
      ['Control+s', 'save'],
      ['F1', 'help'],
      ['Shift+F1', 'shortcuts'],
      ['Control+e', 'export'],
      ['Control+o', 'publish'],
      ['Control+k', 'palette'],
    ] as const) {
      await window.keyboard.press(keys);
      await expect(dialog).toBeVisible();
      await look(where);
      await pictureInBothThemes(window, `${language}-${where}`);
      await window.keyboard.press('Escape');
      await expect(dialog).toBeHidden();
    }

    for (const name of ['Ufficio', 'city', 'places']) {
      await window.getByRole('treeitem', { name }).last().click({ button: 'right' });
      await expect(window.getByRole('menu')).toBeVisible();
      await look(`menu of ${name}`);
      await window.keyboard.press('Escape');
      await expect(window.getByRole('menu')).toBeHidden();
    }

    await test.step('the map, and two versions side by side', async () => {
      const [, , versions] = names[language].views;
      await openRemoteDataset(window, ['Ufficio', 'city', 'orte']);
      await window.keyboard.press('Control+7');
      const map = window.getByRole('tabpanel', { name: names[language].map });
      await expect(map.getByText(/2/).first()).toBeVisible();
      await expect(map.getByRole('combobox').first()).toBeVisible();
      await look('map');
      await pictureInBothThemes(window, `${language}-map`);
      await window.keyboard.press('Control+5');
      const panel = window.getByRole('tabpanel', { name: versions });
      for (const box of await panel.getByRole('checkbox').all()) await box.check();
      await panel.getByRole('button', { name: names[language].compare, exact: true }).click();
      await expect(panel.getByRole('table').getByRole('rowheader').first()).toBeVisible();
      await look('comparing');
      await pictureInBothThemes(window, `${language}-comparing`);
    });

    await test.step('the reason why a service cannot be reached', async () => {
      await window.getByRole('treeitem', { name: 'Ufficio' }).focus();
      await window.keyboard.press('Control+k');
      await dialog.getByRole('textbox').fill(names[language].add);
      await window.keyboard.press('Enter');
      await dialog.getByRole('textbox').first().fill('http://127.0.0.1:9/');
      await dialog.getByRole('button', { name: names[language].connect, exact: true }).click();
      await expect(dialog.getByText('127.0.0.1:9', { exact: false }).last()).toBeVisible();
      await expect(dialog.getByRole('alert')).toBeVisible();
      await look('failure', '[role="dialog"]');
      await picture(window, `${language}-failure`);
    });
    expect([...left]).toEqual([]);
  });
}
