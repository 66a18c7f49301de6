import { rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { checkAndPicture, pictureInBothThemes } from '../actions/check-and-screenshot.ts';
import { chooseNext } from '../actions/input/choose-files.ts';
import { beginCondition } from '../actions/start-condition.ts';
import { openComputed, test } from '../computed/with-computed.ts';
import { mapOfRome } from '../fixtures/map-of-rome.ts';
import { expect } from '../support/app.ts';

test('a PMTiles file of the user is drawn behind the rows, and the outlines return once it is missing', async ({
  own: { window, electron: application },
}, info) => {
  const file = info.outputPath('rome.pmtiles');
  writeFileSync(file, mapOfRome());
  const refused = info.outputPath('not a map.pmtiles');
  writeFileSync(refused, 'name,place\n');
  const background = window.getByRole('button', { name: 'Background' });
  const choose = async (chosen: string) => {
    await chooseNext(application, chosen);
    await background.click();
    await window.getByRole('menuitem', { name: 'Choose a PMTiles file…' }).click();
  };
  await openComputed(window, 'Sixty thousand places');
  await beginCondition(window, 'Place');
  await window.getByLabel('West, south, east, north').fill('12.49, 41.89, 12.51, 41.91');
  await window.getByRole('button', { name: 'Apply' }).click();
  await window.getByRole('tab', { name: 'Map' }).click();

  await test.step('a file of another kind is refused, with its name', async () => {
    await choose(refused);
    const refusal = window.getByRole('alert').filter({ hasText: `${refused} is not a PMTiles file` });
    await expect(refusal).toBeVisible();
    await refusal.getByRole('button').click();
    await expect(refusal).toBeHidden();
  });

  await test.step('streets, rivers and names are drawn, with attribution', async () => {
    await choose(file);
    await expect(window.getByText('© Map makers')).toBeVisible();
    await pictureInBothThemes(window, 'map-background');
    for (let times = 0; times < 3; times += 1) await window.getByRole('button', { name: 'Zoom out' }).click();
    await pictureInBothThemes(window, 'map-background-far');
    await background.click();
    await expect(window.getByRole('menuitemradio', { name: path.basename(file) })).toBeChecked();
    await checkAndPicture(window, 'map-background-menu');
    await window.keyboard.press('Escape');
  });

  await test.step('a missing file is named, and the outlines are drawn', async () => {
    rmSync(file);
    await window.getByRole('tab', { name: 'Rows', exact: true }).click();
    await window.getByRole('tab', { name: 'Map' }).click();
    const note = window.getByText(`its file is missing: ${file}`);
    await expect(note).toBeVisible();
    await expect(window.getByText('© Map makers')).toBeHidden();
    await checkAndPicture(window, 'map-background-gone');
    await background.click();
    await window.getByRole('menuitemradio', { name: 'Country outlines only' }).click();
    await expect(note).toBeHidden();
  });
});
