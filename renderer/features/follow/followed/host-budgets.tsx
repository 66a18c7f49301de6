import { useTranslation } from 'react-i18next';
import type { FollowedSource } from '#shared/follow.ts';
import { formatClock, formatCount } from '../../../lib/format/format.ts';
import { useWords } from '../../../state/settings.ts';
import styles from './followed.module.css';

/** What a host allows, and how much of it is used. */
export function HostBudgetLines({ budgets }: { budgets: FollowedSource['budgets'] }) {
  const { t, locale } = useWords();
  return budgets.map(({ path, requests, perMs, used, freeAt }) => {
    const unit = perMs < 3_600_000 ? 'budgetMinute' : 'budgetHour';
    const words = { requests: formatCount(requests, locale) };
    return (
      <span key={`${path} ${perMs}`}>
        {freeAt === null
          ? t(`followed.${unit}`, {
              ...words,
              used: formatCount(used, locale),
              left: formatCount(Math.max(0, requests - used), locale),
            })
          : t(`followed.${unit}Spent`, { ...words, time: formatClock(freeAt, locale) })}
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
  const { t } = useTranslation();
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
