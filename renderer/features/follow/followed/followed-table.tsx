import { t } from 'i18next';
import type { FollowedSource } from '#shared/follow.ts';
import { useThisComputer } from '../../../backend/records.ts';
import { explained } from '../../../lib/format/failure-texts.ts';
import { formatBytes, formatClock, formatCount } from '../../../lib/format/format.ts';
import { useLocale } from '../../../state/settings.ts';
import { openWithFocus } from '../../../state/wanted-focus.ts';
import { HeadRow } from '../../../ui/layout/long-table.tsx';
import sheetStyles from '../../../ui/layout/sheet.module.css';
import { RelativeTime } from '../../../ui/relative-time.tsx';
import { scheduleWords } from '../schedule-field.tsx';
import { followedText, isTroubled, sourceStateWords } from './follow-badge.tsx';
import styles from './followed.module.css';
import { SourceMenu } from './source-menu.tsx';

/** All followed datasets: where from, how fresh, how large, and what can be done with each. */
export function FollowedTable({ followed }: { followed: readonly FollowedSource[] }) {
  const heads = ['dataset', 'state', 'freshness', 'next'] as const;
  const numbers = ['versions', 'disk', 'traffic'] as const;
  return (
    <table className={`${sheetStyles.table} ${styles.table}`} aria-label={t('followed.table')}>
      <HeadRow
        texts={heads.map((head) => t(`followed.${head}`))}
        numbers={numbers.map((head) => t(`followed.${head}`))}
      >
        <td className={styles.menu} />
      </HeadRow>
      <tbody>
        {followed.map((source) => (
          <Line key={`${source.namespace}/${source.dataset}`} source={source} />
        ))}
      </tbody>
    </table>
  );
}

function Line({ source }: { source: FollowedSource }) {
  const locale = useLocale();
  const own = useThisComputer();
  const { namespace, dataset, title, choice, lastCheck, problem, versions, bytes, traffic } = source;
  const open = () => {
    if (own !== undefined) openWithFocus({ connection: own.id, namespace, dataset }, title);
  };
  return (
    <tr>
      <th scope="row" className={styles.name}>
        <button type="button" className={styles.open} onClick={open}>
          {title}
        </button>
        <span className={styles.address} data-tooltip={followedText(choice)}>
          <bdi>{followedText(choice)}</bdi>
        </span>
      </th>
      <td>
        <span className={styles.state} data-bad={isTroubled(source) || undefined}>
          {sourceStateWords(t, source)}
        </span>
        {problem !== null && <span className={styles.problem}>{explained(t, problem)}</span>}
      </td>
      <td>{lastCheck === null ? t('followed.never') : <RelativeTime iso={lastCheck} locale={locale} />}</td>
      <td>
        <NextCheck source={source} />
        <span className={styles.problem}>{scheduleWords(t, source.every)}</span>
      </td>
      <td data-number>{formatCount(versions, locale)}</td>
      <td data-number>{formatBytes(bytes, locale)}</td>
      <td data-number>{formatBytes(traffic, locale)}</td>
      <td className={styles.menu}>
        <SourceMenu source={source} />
      </td>
    </tr>
  );
}

/** When it is checked next; nothing where that is not planned. */
export function NextCheck({ source: { nextCheck, state } }: { source: FollowedSource }) {
  const locale = useLocale();
  if (nextCheck === null || state === 'paused' || state === 'stopped') return '–';
  if (Date.parse(nextCheck) <= Date.now()) return t('followed.soon');
  return <RelativeTime iso={nextCheck} locale={locale} />;
}

/** What a host allows, and how much of it is used. */
export function HostBudgetLines({ budgets }: { budgets: FollowedSource['budgets'] }) {
  const locale = useLocale();
  return budgets.map(({ path, requests, perMs, used, freeAt }) => {
    const unit = perMs < 3_600_000 ? 'budgetMinute' : 'budgetHour';
    return (
      <span key={`${path} ${perMs}`}>
        {freeAt === null
          ? t(`followed.${unit}`, { requests, used, left: Math.max(0, requests - used) })
          : t(`followed.${unit}Spent`, { requests, time: formatClock(freeAt, locale) })}
        {path !== '/' && (
          <span className={styles.budgetPath}>
            <bdi>{path}</bdi>
          </span>
        )}
      </span>
    );
  });
}

/** The budgets of all hosts that are followed; nothing where none publishes one. */
export function HostBudgets({ followed }: { followed: readonly FollowedSource[] }) {
  const hosts = new Map(
    followed
      .filter(({ budgets }) => budgets.length > 0)
      .map(({ choice, budgets }) => [URL.parse(choice.address)?.host ?? choice.address, budgets] as const),
  );
  if (hosts.size === 0) return null;
  return (
    <section className={styles.part} aria-label={t('followed.budgets')}>
      <h3>{t('followed.budgets')}</h3>
      <dl className={styles.budgets}>
        {[...hosts].map(([host, budgets]) => [
          <dt key={`${host} host`}>{host}</dt>,
          <dd key={host}>
            <HostBudgetLines budgets={budgets} />
          </dd>,
        ])}
      </dl>
    </section>
  );
}
