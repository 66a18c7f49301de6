import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import type { FollowedSource } from '#shared/follow.ts';
import type { DatasetReference } from '#shared/rpc/records.ts';
import { reportFailure } from '../../../backend/failure.ts';
import { checkNow, sourceChecksQuery } from '../../../backend/follow.ts';
import { copyText } from '../../../backend/shell.ts';
import { explained } from '../../../lib/format/failure-texts.ts';
import { formatBytes, formatMoment } from '../../../lib/format/format.ts';
import { useLocale } from '../../../state/settings.ts';
import { showPage } from '../../../state/tabs.ts';
import { CopyButton } from '../../../ui/actions/copy-button.tsx';
import factsStyles from '../../../ui/layout/facts.module.css';
import sheetStyles from '../../../ui/layout/sheet.module.css';
import { RelativeTime } from '../../../ui/relative-time.tsx';
import { FailureNotice } from '../../../ui/states/states.tsx';
import { scheduleWords } from '../schedule-field.tsx';
import styles from './followed.module.css';
import { NextCheck } from './followed-table.tsx';
import { HeldNote } from './held-note.tsx';
import { HostBudgetLines } from './host-budgets.tsx';
import { SourceMenu } from './source-menu.tsx';
import { isTroubled, outcomeWords, sourceStateWords } from './source-words.ts';
import { useFollowed } from './use-followed.ts';

/** What a dataset follows and the history of its checks; nothing for any other dataset. */
export function FollowedAbout({ reference }: { reference: DatasetReference }) {
  const source = useFollowed(reference);
  return source === undefined ? null : <About source={source} />;
}

function About({ source }: { source: FollowedSource }) {
  const { t } = useTranslation();
  const locale = useLocale();
  const { choice, lastCheck, lastChange, problem, budgets } = source;
  return (
    <section className={styles.about} aria-label={t('followed.section')}>
      <div className={styles.heading}>
        <h3>{t('followed.section')}</h3>
        <Button
          variant="default"
          size="compact-sm"
          loading={source.checking}
          onClick={() => void checkNow(source).catch(reportFailure)}
        >
          {t('followed.checkNow')}
        </Button>
        <SourceMenu source={source} />
        <Button variant="subtle" size="compact-sm" onClick={() => showPage({ kind: 'followed' })}>
          {t('followed.all')}
        </Button>
      </div>
      <HeldNote source={source} />
      <dl className={factsStyles.facts}>
        <dt>{t('followed.address')}</dt>
        <dd>
          <bdi className={factsStyles.address}>{choice.address}</bdi>
          <CopyButton
            label={t('about.copyAddress', { what: t('followed.address') })}
            text={choice.address}
            copy={copyText}
          />
        </dd>
        <dt>{t('followed.state')}</dt>
        <dd className={styles.lines}>
          <span className={styles.state} data-bad={isTroubled(source) || undefined}>
            {sourceStateWords(t, source)}
          </span>
          {problem !== null && <span className={styles.problem}>{explained(t, problem)}</span>}
        </dd>
        <dt>{t('followed.schedule')}</dt>
        <dd>{scheduleWords(t, source.every)}</dd>
        <dt>{t('followed.freshness')}</dt>
        <dd>{lastCheck === null ? t('followed.never') : <RelativeTime iso={lastCheck} locale={locale} />}</dd>
        <dt>{t('followed.next')}</dt>
        <dd>
          <NextCheck source={source} />
        </dd>
        <dt>{t('followed.lastChange')}</dt>
        <dd>{lastChange === null ? t('followed.never') : <RelativeTime iso={lastChange} locale={locale} />}</dd>
        <dt>{t('followed.since')}</dt>
        <dd>{formatMoment(source.since, locale)}</dd>
        <dt>{t('followed.disk')}</dt>
        <dd>{formatBytes(source.bytes, locale)}</dd>
        <dt>{t('followed.traffic')}</dt>
        <dd>{formatBytes(source.traffic, locale)}</dd>
        {budgets.length > 0 && (
          <>
            <dt>{t('followed.budget')}</dt>
            <dd className={styles.lines}>
              <HostBudgetLines budgets={budgets} />
            </dd>
          </>
        )}
      </dl>
      <Checks source={source} />
    </section>
  );
}

function Checks({ source }: { source: FollowedSource }) {
  const { t } = useTranslation();
  const locale = useLocale();
  const { data: checks, error, isFetching, refetch } = useQuery(sourceChecksQuery(source));
  if (checks === undefined) {
    if (error === null || isFetching) return null;
    return <FailureNotice failure={error} onRetry={refetch} />;
  }
  if (checks.length === 0) return <p className="quiet">{t('followed.noChecks')}</p>;
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region must be reachable by the keyboard.
    <section className={styles.checks} aria-label={t('followed.history')} tabIndex={0}>
      <table className={sheetStyles.table} aria-label={t('followed.history')}>
        <thead>
          <tr>
            <th scope="col">{t('followed.time')}</th>
            <th scope="col">{t('followed.outcome')}</th>
            <th scope="col" data-number>
              {t('followed.traffic')}
            </th>
          </tr>
        </thead>
        <tbody>
          {checks.map(({ at, outcome, reason, bytes }) => (
            <tr key={at}>
              <td className={styles.time}>{formatMoment(at, locale)}</td>
              <td>
                <span className={styles.state} data-bad={outcome === 'failed' || outcome === 'held' || undefined}>
                  {outcomeWords(t, outcome)}
                </span>
                {reason !== null && <span className={styles.problem}>{explained(t, reason)}</span>}
              </td>
              <td data-number>{formatBytes(bytes, locale)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
