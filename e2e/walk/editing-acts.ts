import type { Locator, Page } from '@playwright/test';
import { expect } from '../support/app.ts';
import type { Dataset, WindowModel } from './model.ts';
import { chooseInTree } from './tree.ts';
import { type Acts, pick, type Walk } from './walk.ts';
import { expectShown, readService } from './window.ts';

const onOwn = ({ active }: WindowModel) => active !== undefined && !active.dataset.isRemote;
const nouns = ['Kestrel', 'Quartz', 'Lagoon', 'Walnut', 'Thimble', 'Ødegård', '„Fjord“ & <b>'];

/** The form of the open dialog. */
const form = (window: Page) => window.getByRole('dialog').locator('form');
const labelField = (of: Locator) => of.getByRole('textbox').nth(0);
const slugField = (of: Locator) => of.getByRole('textbox').nth(1);

async function save(window: Page): Promise<void> {
  await form(window).locator('[type="submit"]').click();
  await expect(window.getByRole('dialog')).toBeHidden();
}

/** Runs a command of the native menu. */
async function chooseInMenu({ app: { electron } }: Pick<Walk, 'app'>, command: string): Promise<void> {
  await electron.evaluate(({ Menu }, id) => Menu.getApplicationMenu()?.getMenuItemById(id)?.click(), command);
}

/** The address of a record with another last part. */
const renamed = (address: string, slug: string) => address.replace(/[^/]+\/$/, `${slug}/`);

async function expectRecord({ address, label }: Pick<Dataset, 'address' | 'label'>): Promise<void> {
  expect(await readService<{ label: string }>(address)).toMatchObject({ label });
}

/** Creating, changing and deleting namespaces and datasets. */
export const editingActs: Acts = {
  'create a namespace': {
    weight: 1,
    isOffered: ({ namespaces }) => namespaces.length < 3,
    run: async (walk) => {
      const { app, model, below, datasets } = walk;
      const number = model.nextNumber();
      const label = `${pick(nouns, below)} ${100 + number}`;
      const slug = `made-${number}`;
      await chooseInMenu(walk, 'new-namespace');
      await labelField(form(app.window)).fill(label);
      await slugField(form(app.window)).fill(slug);
      // By keyboard: what is to be clicked beside the hidden field may lie below the edge of a small window.
      const isPublic = form(app.window).getByRole('switch');
      await isPublic.press('Space');
      await expect(isPublic).toBeChecked();
      await save(app.window);
      const own = datasets.find(({ isRemote }) => !isRemote) as Dataset;
      const address = new URL(`../../../${slug}/`, own.address).href;
      await expectRecord({ address, label });
      model.namespaces.push({ address, label });
      return label;
    },
  },
  'create a dataset': {
    weight: 1,
    isOffered: ({ namespaces }) => namespaces.length > 0,
    run: async (walk) => {
      const { app, model, below, datasets } = walk;
      const namespace = pick(model.namespaces, below);
      const number = model.nextNumber();
      const label = `${pick(nouns, below)} ${100 + number}`;
      const slug = `made-${number}`;
      await chooseInTree(walk, { kind: 'namespace', name: namespace.label }, ['editing', 'newDataset']);
      await labelField(form(app.window)).fill(label);
      await slugField(form(app.window)).fill(slug);
      await save(app.window);
      const address = `${namespace.address}datasets/${slug}/`;
      await expectRecord({ address, label });
      datasets.push({ address, label, namespace, isRemote: false, columns: [], isEmpty: true });
      return label;
    },
  },
  'rename a dataset': {
    weight: 2,
    isOffered: onOwn,
    run: async (walk) => {
      const { app, model, below } = walk;
      const dataset = model.active?.dataset as Dataset;
      const number = model.nextNumber();
      const label = `${pick(nouns, below)} ${100 + number}`;
      const movesTo = below(2) === 0 ? `renamed-${number}` : null;
      await chooseInMenu(walk, 'edit-dataset');
      await expect(labelField(form(app.window))).toHaveValue(dataset.label);
      await labelField(form(app.window)).fill(label);
      if (movesTo !== null) await slugField(form(app.window)).fill(movesTo);
      await save(app.window);
      const before = dataset.label;
      dataset.label = label;
      if (movesTo !== null) {
        expect((await fetch(dataset.address)).status).toBe(404);
        dataset.address = renamed(dataset.address, movesTo);
      }
      await expectRecord(dataset);
      return `${before} to ${label}${movesTo === null ? '' : `, at ${movesTo}`}`;
    },
  },
  'describe a dataset': {
    weight: 1,
    isOffered: onOwn,
    run: async (walk) => {
      const { app, model } = walk;
      const dataset = model.active?.dataset as Dataset;
      const description = `What the walk says, for the ${model.nextNumber()}th time.`;
      await chooseInMenu(walk, 'edit-dataset');
      await expect(labelField(form(app.window))).toHaveValue(dataset.label);
      await form(app.window).locator('textarea').first().fill(description);
      await save(app.window);
      expect(await readService(dataset.address)).toMatchObject({ label: dataset.label, description });
      return dataset.label;
    },
  },
  'move a namespace': {
    weight: 1,
    isOffered: ({ namespaces }) => namespaces.length > 0,
    run: async (walk) => {
      const { app, model, below, datasets } = walk;
      const namespace = pick(model.namespaces, below);
      const slug = `moved-${model.nextNumber()}`;
      await chooseInTree(walk, { kind: 'namespace', name: namespace.label }, ['editing', 'edit']);
      await expect(labelField(form(app.window))).toHaveValue(namespace.label);
      await slugField(form(app.window)).fill(slug);
      await save(app.window);
      namespace.address = renamed(namespace.address, slug);
      await expectRecord(namespace);
      for (const dataset of datasets.filter((one) => one.namespace === namespace)) {
        dataset.address = new URL(dataset.address.split('/').slice(-3).join('/'), namespace.address).href;
        await expectRecord(dataset);
      }
      return `${namespace.label} to ${slug}`;
    },
  },
  'delete and restore': {
    weight: 2,
    isOffered: ({ count }) => count > 0,
    run: async (walk) => {
      const { app, model, below, datasets } = walk;
      const own = datasets.filter(({ isRemote }) => !isRemote);
      const { dataset: shown } = model.active ?? {};
      const dataset = shown !== undefined && !shown.isRemote && below(3) > 0 ? shown : pick(own, below);
      const { removed, line } = await remove(walk, dataset);
      await expectShown(app.window, model);
      await line.getByRole('button').click();
      await expect(line).toHaveCount(0);
      model.restore(removed);
      return dataset.label;
    },
  },
  delete: {
    weight: 1,
    isOffered: ({ namespaces }) => namespaces.length > 0,
    run: async (walk) => {
      const made = walk.datasets.filter(({ namespace }) => namespace !== null);
      if (made.length === 0) return 'nothing';
      const dataset = pick(made, walk.below);
      await remove(walk, dataset);
      walk.datasets.splice(walk.datasets.indexOf(dataset), 1);
      walk.model.leaving.push(dataset.address);
      return dataset.label;
    },
  },
};

/** Deletes a dataset. @returns its tabs, and the line that offers to restore it */
async function remove(walk: Walk, dataset: Dataset) {
  const { app, model } = walk;
  await chooseInTree(walk, { kind: 'dataset', name: dataset.label }, ['editing', 'delete']);
  const line = app.window.locator('section[aria-live="polite"] > div').filter({ hasText: dataset.label });
  await expect(line).toBeVisible();
  return { removed: model.remove(dataset), line };
}
