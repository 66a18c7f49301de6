import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Column } from '#shared/api/column.ts';
import type { Filter } from '#shared/row-query.ts';
import { parseQuickFilter, quickFilterText } from '../../lib/quick-filter.ts';
import { changeQuery, type DatasetTab, useSession } from '../../session.ts';

/** How long typing must rest before it takes effect, in milliseconds. */
const rest = 500;

const none: readonly Filter[] = [];

/** The text for what is asked of a column, where the filter row has words for it. */
function textOf(filters: readonly Filter[], column: Column): string {
  const own = filters.filter((filter) => filter.column === column.name);
  const [only] = own;
  return own.length === 1 && only !== undefined ? (quickFilterText(only, column.type) ?? '') : '';
}

function filtersOf(tabs: readonly DatasetTab[], tab: string): readonly Filter[] {
  return tabs.find((each) => each.id === tab)?.query.filters ?? none;
}

/** A field under a heading: what is typed filters the column, after a rest or with Enter. */
export function QuickFilter({ quickColumn, tab }: { quickColumn: Column; tab: string }) {
  const { t } = useTranslation();
  const filters = useSession((session) => filtersOf(session.tabs, tab));
  const asked = textOf(filters, quickColumn);
  const [typed, setTyped] = useState<string | null>(null);
  const shown = typed ?? asked;
  const { name, type } = quickColumn;
  const invalid = parseQuickFilter(name, type, shown) === 'invalid';
  const apply = (text: string) => {
    const filter = parseQuickFilter(name, type, text);
    // What is asked may have changed since this was typed.
    const current = filtersOf(useSession.getState().tabs, tab);
    if (filter === 'invalid' || text.trim() === textOf(current, quickColumn)) return;
    const others = current.filter((each) => each.column !== name);
    changeQuery(tab, { filters: filter === null ? others : [...others, filter] });
  };
  // biome-ignore lint/correctness/useExhaustiveDependencies: only typing starts the rest anew.
  useEffect(() => {
    if (typed === null) return;
    const timer = setTimeout(() => apply(typed), rest);
    return () => clearTimeout(timer);
  }, [typed]);
  const numeric = type === 'integer' || type === 'float';
  return (
    <input
      className="quick-filter"
      aria-label={t('filters.rowFor', { column: quickColumn.label || name })}
      aria-invalid={invalid}
      title={t(numeric ? 'filters.hintNumber' : 'filters.hintText')}
      value={shown}
      spellCheck={false}
      onChange={(event) => setTyped(event.currentTarget.value)}
      onKeyDown={(event) => {
        if (event.key === 'Enter') apply(shown);
        // With nothing typed any more, nothing is applied once more after the rest.
        if (event.key === 'Escape' || (event.key === 'Enter' && !invalid)) setTyped(null);
      }}
      onBlur={() => {
        apply(shown);
        setTyped(null);
      }}
    />
  );
}
