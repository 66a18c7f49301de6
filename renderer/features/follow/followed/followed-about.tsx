import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { t } from 'i18next';
import { Fragment } from 'react';
import type { FollowedSource } from '#shared/follow.ts';
import type { DatasetReference } from '#shared/rpc/records.ts';
import { calling } from '../../../backend/failure.ts';
import { sourceChecksQuery } from '../../../backend/follow.ts';
import { copyText } from '../../../backend/shell.ts';
import { explained } from '../../../lib/format/failure-texts.ts';
import { formatBytes, formatMoment } from '../../../lib/format/format.ts';
import { useLocale } from '../../../state/settings.ts';
import { showPage } from '../../../state/tabs.ts';
import { CopyButton, PlainButton } from '../../../ui/actions/icon-button.tsx';
import factsStyles from '../../../ui/layout/facts.module.css';
import { HeadRow } from '../../../ui/layout/long-table.tsx';
import sheetStyles from '../../../ui/layout/sheet.module.css';
import { RelativeTime } from '../../../ui/relative-time.tsx';
import { FailureNotice } from '../../../ui/states/states.tsx';
import { scheduleWords } from '../schedule-field.tsx';
import { HeldNote } from './change-list.tsx';
import { isTroubled, outcomeWords, sourceStateWords, useFollowed } from './follow-badge.tsx';
import styles from './followed.module.css';
import { HostBudgetLines, NextCheck } from './followed-table.tsx';
import { SourceMenu } from './source-menu.tsx';

/** What a dataset follows and the history of its checks; nothing for any other dataset. */
export function FollowedAbout({ reference }: { reference: DatasetReference }) {
  const source = useFollowed(reference);
  return source === undefined ? null : <About source={source} />;
}

function About({ source }: { source: FollowedSource }) {
  const { namespace, dataset, choice, problem, budgets } = source;
  // What makes it is shown above.
  const isRecipe = choice.kind === 'recipe';
  const title = t(isRecipe ? 'recipes.runs' : 'followed.section');
  return (
    <section className={styles.about} aria-label={title}>
      <div className={styles.heading}>
        <h3>{title}</h3>
        {!isRecipe && (
          <PlainButton
            text={t('followed.checkNow')}
            size="compact-sm"
            loading={source.checking}
            onClick={calling('checkSource', { namespace, dataset })}
          />
        )}
        <SourceMenu source={source} />
        <Button variant="subtle" size="compact-sm" onClick={() => showPage({ kind: 'followed' })}>
          {t('followed.all')}
        </Button>
      </div>
      <HeldNote source={source} />
      <dl className={factsStyles.facts}>
        {!isRecipe && (
          <>
            <dt>{t('followed.address')}</dt>
            <dd>
              <bdi className={factsStyles.address}>{choice.address}</bdi>
              <CopyButton
                label={t('about.copyAddress', { what: t('followed.address') })}
                text={choice.address}
                copy={copyText}
              />
            </dd>
          </>
        )}
        <dt>{t('followed.state')}</dt>
        <dd className={styles.lines}>
          <span className={styles.state} data-bad={isTroubled(source) || undefined}>
            {sourceStateWords(t, source)}
          </span>
          {problem !== null && <span className={styles.problem}>{explained(t, problem)}</span>}
        </dd>
        <CheckFacts source={source} />
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

/** When a followed dataset is checked and changes, and what that takes. */
function CheckFacts({ source }: { source: FollowedSource }) {
  const locale = useLocale();
  const when = (iso: string | null) =>
    iso === null ? t('followed.never') : <RelativeTime iso={iso} locale={locale} />;
  const facts = [
    ['schedule', scheduleWords(t, source.every)],
    ['freshness', when(source.lastCheck)],
    ['next', <NextCheck key="next" source={source} />],
    ['lastChange', when(source.lastChange)],
    ['since', formatMoment(source.since, locale)],
    ['disk', formatBytes(source.bytes, locale)],
    ['traffic', formatBytes(source.traffic, locale)],
  ] as const;
  // A recipe has no schedule and receives nothing.
  const isRecipe = source.choice.kind === 'recipe';
  const own = isRecipe ? ['freshness', 'lastChange', 'disk'] : facts.map(([name]) => name);
  return facts
    .filter(([name]) => own.includes(name))
    .map(([name, value]) => (
      <Fragment key={name}>
        <dt>{t(`followed.${name}`)}</dt>
        <dd>{value}</dd>
      </Fragment>
    ));
}

function Checks({ source }: { source: FollowedSource }) {
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
        <HeadRow texts={[t('followed.time'), t('followed.outcome')]} numbers={[t('followed.traffic')]} />
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
