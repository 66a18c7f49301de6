import type { Page } from '@playwright/test';
import { isNumeric } from '#shared/api/column.ts';
import type { Filter } from '#shared/row-query.ts';
import { expect, shownTab } from '../support/app.ts';
import type { Column, Dataset, Order, WindowModel } from './model.ts';
import { type Acts, pick, type Walk } from './walk.ts';
import { readService } from './window.ts';

const onRows = (model: WindowModel) => model.isOnRows;
const withFilters = (model: WindowModel) => model.isOnRows && (model.active?.query.filters.length ?? 0) > 0;

/** Words that some rows contain, and one that none does. */
const searches = ['a', 'san', 'Ö', '%', '"', 'x y', 'no row has this'];

async function clickHead(window: Page, column: number): Promise<boolean> {
  const head = window.locator(
    `${shownTab} [role="columnheader"][col-id="c${column}"] [data-tooltip] > span:first-child`,
  );
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

/** A value that a column has in one of its rows; null for a missing one. */
async function someValue({ address }: Dataset, { name }: Column, below: Walk['below']): Promise<string | null> {
  interface Answer {
    readonly count: number;
    readonly results: readonly Record<string, string | number | null>[];
  }
  const { count } = await readService<Answer>(`${address}data/?limit=1`);
  const { results } = await readService<Answer>(`${address}data/?limit=1&offset=${below(count)}`);
  const value = results[0]?.[name] ?? null;
  return value === null ? null : String(value);
}

/** A condition, and what a user types for it below the heading of its column. */
interface Condition {
  readonly typed: string;
  readonly filter: Filter;
}

/** Conditions on a column that fit some of its rows, given one of its values. */
function conditionsOn({ name: column, type }: Column, value: string | null): readonly Condition[] {
  const of = (typed: string, lookup: Filter['lookup'], text: string): Condition => ({
    typed,
    filter: { column, lookup, value: text },
  });
  const missing = [of('empty', 'isnull', 'true'), of('!empty', 'isnull', 'false')];
  if (value === null || value.trim() === '' || value !== value.trim() || /[\n\r]/.test(value)) return missing;
  const compared = [
    of(`>=${value}`, 'gte', value),
    of(`<${value}`, 'lt', value),
    of(`!=${value}`, 'ne', value),
    of(`=${value}`, 'exact', value),
  ];
  if (isNumeric(type)) {
    const more = [of(value, 'exact', value), of(`>${value}`, 'gt', value), of(`<=${value}`, 'lte', value)];
    const least = String(Math.floor(Number(value)) - 5);
    return [...missing, ...compared, ...more, of(`${least}..${value}`, 'range', `${least},${value}`)];
  }
  // Whether dates and times are compared as texts depends on all of them.
  if (/^\d{4}-|^\d\d:/.test(value)) return [...missing, ...compared];
  const part = value.slice(1, 4);
  const isPlain = part === part.trim() && part !== '' && !/^[<>=!^]|^empty$/.test(part);
  const start = value.slice(0, 3).trim();
  return [
    ...missing,
    ...compared,
    of(`^${start}`, 'istartswith', start),
    ...(isPlain ? [of(part, 'icontains', part)] : []),
  ];
}

/** The field below the heading of a column. */
const quickField = (window: Page, column: number) =>
  window.locator(`${shownTab} [role="gridcell"][col-id="c${column}"] input`);

async function openForm(window: Page, hasConditions: boolean): Promise<void> {
  await window.locator(`${shownTab} button:has(.tabler-icon-filter)`).click();
  const form = window.locator('[role="dialog"] form');
  await expect(form.locator('[type="submit"]')).toBeVisible();
  // Conditions that are there already are not covered by the list of columns.
  if (hasConditions) await expect(form.getByRole('listbox')).toHaveCount(0);
}

async function applyForm(window: Page): Promise<void> {
  await window.locator('[role="dialog"] form [type="submit"]').click();
  await expect(window.locator('[role="dialog"] form')).toHaveCount(0);
}

/** Searching, sorting and filtering. */
export const queryActs: Acts = {
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
      const { columns } = active.dataset;
      // Places have no order.
      const ordered = columns.flatMap(({ type }, position) => (type === 'geometry' ? [] : [position]));
      const column = pick(ordered, below);
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
  'type a condition': {
    weight: 4,
    isOffered: onRows,
    run: async ({ app: { window }, model, below }) => {
      const dataset = model.active?.dataset;
      if (dataset === undefined) return '';
      if ((await window.locator(`${shownTab} [data-field="filter-row"]`).count()) === 0) {
        await window.keyboard.press('Control+Shift+L');
        await expect(window.locator(`${shownTab} [data-field="filter-row"]`).first()).toBeVisible();
      }
      const filterable = dataset.columns.flatMap(({ type }, at) => (type === 'geometry' ? [] : [at]));
      const at = pick(filterable, below);
      const column = dataset.columns[at] as Column;
      const field = quickField(window, at);
      if ((await field.count()) === 0 || !(await field.isVisible())) return `column ${at} is not in view`;
      const { typed, filter } = pick(conditionsOn(column, await someValue(dataset, column, below)), below);
      await field.fill(typed);
      await field.press('Enter');
      model.query((query) => ({
        ...query,
        filters: [...query.filters.filter((one) => one.column !== column.name), filter],
      }));
      return `${typed} in column ${at}`;
    },
  },
  'clear a condition': {
    weight: 1,
    isOffered: withFilters,
    run: async ({ app: { window }, model, below }) => {
      const { dataset, query } = model.active ?? {};
      const { column } = pick(query?.filters ?? [], below);
      const at = dataset?.columns.findIndex(({ name }) => name === column) ?? -1;
      const field = quickField(window, at);
      const own = query?.filters.filter((one) => one.column === column).length;
      // Several conditions on a column are not for this field.
      if (own !== 1 || (await field.count()) === 0 || !(await field.isVisible()))
        return `column ${at} cannot be cleared`;
      await expect(field).not.toHaveValue('');
      await field.fill('');
      await field.press('Enter');
      model.query((all) => ({ ...all, filters: all.filters.filter((one) => one.column !== column) }));
      return `of column ${at}`;
    },
  },
  'remove a condition': {
    weight: 2,
    isOffered: withFilters,
    run: async ({ app: { window }, model, below }) => {
      const { filters = [], join } = model.active?.query ?? {};
      const at = below(filters.length);
      const before = join === 'or' && filters.length > 1 ? 1 : 0;
      await window
        .locator(`${shownTab} .mantine-Pill-root`)
        .nth(before + at)
        .getByRole('button')
        .click();
      model.query((query) => ({ ...query, filters: query.filters.filter((_, position) => position !== at) }));
      return `number ${at}`;
    },
  },
  'add a condition in the form': {
    weight: 2,
    isOffered: (model) => onRows(model) && (model.active?.query.filters.length ?? 0) < 4,
    run: async ({ app: { window }, model, below }) => {
      const { dataset, query } = model.active ?? {};
      if (dataset === undefined || query === undefined) return '';
      const column = pick(dataset.columns, below);
      await openForm(window, query.filters.length > 0);
      const lines = window.locator('[role="dialog"] form > div:has([role="combobox"])');
      // Without any condition, the form begins with an empty one.
      if (query.filters.length > 0)
        await window.locator('[role="dialog"] form > div:last-child button').first().click();
      const line = lines.nth(query.filters.length);
      await line.getByRole('combobox').nth(0).click();
      await line.getByRole('option', { name: column.label || column.name, exact: true }).click();
      await line.getByRole('combobox').nth(1).click();
      const isPresent = below(2) === 0;
      // The last conditions of every list are "is missing" and "is present".
      const options = line.getByRole('option');
      await options.nth((await options.count()) - (isPresent ? 1 : 2)).click();
      const offersJoin = query.filters.length > 0;
      const join = offersJoin && below(3) === 0 ? 'or' : query.join;
      if (join !== query.join) await window.locator('[role="dialog"] form [role="radiogroup"] label').nth(1).click();
      await applyForm(window);
      const filters = [...query.filters, { column: column.name, lookup: 'isnull', value: String(!isPresent) } as const];
      model.query((all) => ({ ...all, filters, join: filters.length > 1 ? join : undefined }));
      return `${column.name} is ${isPresent ? 'present' : 'missing'}${join === 'or' ? ', any' : ''}`;
    },
  },
  'remove a condition in the form': {
    weight: 1,
    isOffered: withFilters,
    run: async ({ app: { window }, model, below }) => {
      const at = below(model.active?.query.filters.length ?? 0);
      await openForm(window, true);
      await window
        .locator('[role="dialog"] form > div:has([role="combobox"])')
        .nth(at)
        .getByRole('button')
        .last()
        .click();
      await applyForm(window);
      model.query((query) => {
        const filters = query.filters.filter((_, position) => position !== at);
        return { ...query, filters, join: filters.length > 1 ? query.join : undefined };
      });
      return `number ${at}`;
    },
  },
};
