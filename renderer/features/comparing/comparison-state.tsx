import { Box, Button, Flex, Stack } from '@mantine/core';
import { IconMinus, IconPencil, IconPlus } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import type { Job } from '#shared/rpc/jobs.ts';
import { reportFailure } from '../../backend/failure.ts';
import { performJobAction } from '../../backend/jobs.ts';
import { hasEnded, progressText } from '../../lib/format/job-texts.ts';
import { useWords } from '../../state/settings.ts';
import { FailureText } from '../../ui/states/failure-note.tsx';
import { Note } from '../../ui/states/note.tsx';
import { ProgressLine } from '../../ui/states/progress-line.tsx';
import styles from './comparing.module.css';

interface ComparisonStateProps {
  readonly job: Job | null;
  /** Columns that may be keys, in case the chosen one is not. */
  readonly candidates: readonly string[];
  readonly labels: ReadonlyMap<string, string>;
  readonly onKey: (key: readonly string[]) => void;
}

/** The progress of the comparison, its result, or why there is none and what to do. */
export function ComparisonState({ job, candidates, labels, onKey }: ComparisonStateProps) {
  const { t } = useTranslation();
  if (job === null) return <span className="quiet">{t('comparing.explain')}</span>;
  if (!hasEnded(job)) return <Running job={job} />;
  if (job.result?.kind === 'diff') return <Counts counts={job.result} isKeyed={job.result.key.length > 0} />;
  if (job.state === 'cancelled') return <span className="quiet">{t('comparing.cancelled')}</span>;
  return (
    <Stack gap="sm" py="sm">
      <Note tone="bad">
        {job.failure === null ? t('comparing.interrupted') : <FailureText failure={job.failure} />}
        {job.failure?.kind === 'bad-query' && <p>{t('comparing.otherKeys')}</p>}
      </Note>
      {job.failure?.kind === 'bad-query' && (
        <Flex wrap="wrap" gap="xs">
          {candidates.slice(0, 5).map((name) => (
            <Button key={name} variant="default" size="compact-xs" onClick={() => onKey([...requestedKey(job), name])}>
              {t('comparing.addKey', { column: labels.get(name) ?? name })}
            </Button>
          ))}
          <Button variant="default" size="compact-xs" onClick={() => onKey([])}>
            {t('comparing.wholeRows')}
          </Button>
        </Flex>
      )}
    </Stack>
  );
}

function requestedKey({ request }: Job): readonly string[] {
  return (request.kind === 'diff' ? request.key : null) ?? [];
}

function Running({ job }: { job: Job }) {
  const { t, locale } = useWords();
  const { progress } = job;
  return (
    <>
      <Box flex={1} maw={360}>
        <ProgressLine
          label={t('comparing.running')}
          fraction={progress?.fraction ?? null}
          words={progressText(t, progress, locale)}
        />
      </Box>
      <Button
        variant="default"
        size="compact-xs"
        onClick={() => void performJobAction('cancel', job.id).catch(reportFailure)}
      >
        {t('common.cancel')}
      </Button>
    </>
  );
}

interface CountsProps {
  readonly counts: { readonly added: number; readonly removed: number; readonly changed: number };
  /** Whether rows were matched by columns; otherwise it is not known which of them changed. */
  readonly isKeyed: boolean;
}

function Counts({ counts: { added, removed, changed }, isKeyed }: CountsProps) {
  const { t } = useTranslation();
  if (added + removed + changed === 0) return <span role="status">{t('comparing.same')}</span>;
  return (
    <span className={styles.counts} role="status">
      {isKeyed && (
        <span data-kind="changed">
          <IconPencil size={14} stroke={1.5} aria-hidden />
          {t('comparing.changedCount', { count: changed })}
        </span>
      )}
      <span data-kind="added">
        <IconPlus size={14} stroke={1.5} aria-hidden />
        {t(isKeyed ? 'comparing.addedCount' : 'comparing.onlyAfter', { count: added })}
      </span>
      <span data-kind="removed">
        <IconMinus size={14} stroke={1.5} aria-hidden />
        {t(isKeyed ? 'comparing.removedCount' : 'comparing.onlyBefore', { count: removed })}
      </span>
      {!isKeyed && <span className="quiet">{t('comparing.noKey')}</span>}
    </span>
  );
}
