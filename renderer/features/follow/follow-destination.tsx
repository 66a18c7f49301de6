import { Box, Button, Select } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import { t } from 'i18next';
import { isDataFile, isSlug, labelFromFile, slugOf } from '#shared/file-name.ts';
import { type Choice, usualGuards } from '#shared/follow.ts';
import type { ResultOf } from '#shared/rpc/backend.ts';
import type { Job } from '#shared/rpc/jobs.ts';
import { reportFailure } from '../../backend/failure.ts';
import { jobsQuery, performJobAction, startJob } from '../../backend/jobs.ts';
import { namespacesQuery, useThisComputer } from '../../backend/records.ts';
import { hasEnded, jobTitle, progressText } from '../../lib/format/job-texts.ts';
import { closeDialog } from '../../state/dialogs.ts';
import { useLocale } from '../../state/settings.ts';
import formStyles from '../../ui/actions/form.module.css';
import { formHandler } from '../../ui/actions/form-actions.tsx';
import { PlainButton } from '../../ui/actions/icon-button.tsx';
import { SwitchField, TextField } from '../../ui/fields.tsx';
import { FailureNote, FailureText, Note } from '../../ui/states/note.tsx';
import { ProgressLine } from '../../ui/states/progress-line.tsx';
import styles from './follow.module.css';
import { changeFollow, useFollow } from './follow-store.ts';
import { ScheduleField } from './schedule-field.tsx';

type Listing = ResultOf<'lookAtAddress'>;
type Details = ResultOf<'describeSourceEntry'>;

/** The list entry for a new namespace; no slug begins with a space. */
const fresh = ' new';

interface DestinationFormProps {
  readonly listing: Listing;
  /** What is to be followed; null until it is chosen. */
  readonly choice: Choice | null;
  readonly allowPrivate: boolean;
  readonly details: Details | undefined;
}

/** The name to propose: of the entry, preceded by that of the dataset it is one of several tables of. */
function proposedLabel({ title: whole, kind, entries, searchable }: Listing, details: Details | undefined): string {
  if (details === undefined) return '';
  const own = isDataFile(details.title) ? labelFromFile(details.title) : details.title;
  if (kind === 'file' || searchable || own === whole || whole === '') return own.slice(0, 255);
  return (entries.length === 1 ? whole : `${whole} – ${own}`).slice(0, 255);
}

type Problem = 'labelMissing' | 'slugWrong' | 'slugTaken' | null;

/** Where the dataset goes by the draft and the proposals, and what is wrong with that. */
function useDestination(listing: Listing, details: Details | undefined) {
  const draft = useFollow();
  const own = useThisComputer();
  const { data: namespaces = [] } = useQuery({ ...namespacesQuery(own?.id ?? ''), enabled: own !== undefined });
  const usual = t('follow.webNamespace');
  const isThere = (slug: string) => namespaces.some((each) => each.slug === slug);
  const existing = draft.namespace === undefined ? (isThere(slugOf(usual)) ? slugOf(usual) : null) : draft.namespace;
  const namespace = existing !== null && !isThere(existing) ? null : existing;
  const namespaceLabel = draft.namespaceLabel ?? usual;
  const namespaceSlug = namespace ?? slugOf(namespaceLabel);
  const label = draft.label ?? proposedLabel(listing, details);
  const slug = draft.slug ?? slugOf(label);
  const datasets = namespaces.find((each) => each.slug === namespaceSlug)?.datasets ?? [];
  const isTaken = datasets.some((each) => each.slug === slug);
  const problems: Readonly<Record<'namespace' | 'label' | 'slug', Problem>> = {
    namespace: namespaceLabel.trim() === '' || !isSlug(namespaceSlug) ? 'labelMissing' : null,
    label: label.trim() === '' ? 'labelMissing' : null,
    slug: isSlug(slug) ? (isTaken && !draft.joins ? 'slugTaken' : null) : 'slugWrong',
  };
  const create = { label: namespaceLabel.trim(), published: true, allowedGroups: [] };
  const target = {
    namespace: { slug: namespaceSlug, ...(!isThere(namespaceSlug) && { create }) },
    dataset: isTaken ? { slug } : { slug, create: { label: label.trim(), description: '' } },
  };
  return { namespaces, namespace, namespaceLabel, label, slug, isTaken, problems, target };
}

/** Namespace, name and schedule of what is followed, and the button that starts it. */
export function FollowDestination({ listing, choice, allowPrivate, details }: DestinationFormProps) {
  const draft = useFollow();
  const { data: jobs } = useQuery(jobsQuery);
  const job = draft.job === null ? undefined : jobs?.find(({ id }) => id === draft.job);
  const destination = useDestination(listing, details);
  const start = useMutation({
    mutationFn: async (chosen: Choice) =>
      await startJob({
        kind: 'follow',
        choice: chosen,
        ...destination.target,
        every: draft.every,
        allowPrivate,
        retention: { kind: 'all' },
        guards: { ...usualGuards, checks: [] },
      }),
    onSuccess: ({ id }) => changeFollow({ job: id }),
  });
  const submit = () => {
    changeFollow({ tried: true });
    const isFree = Object.values(destination.problems).every((problem) => problem === null);
    if (isFree && choice !== null) start.mutate(choice);
  };
  const isRunning = job !== undefined && !hasEnded(job);
  return (
    <form
      className={`${formStyles.form} ${styles.destination}`}
      onSubmit={formHandler(submit)}
      noValidate
      aria-label={t('follow.destination')}
    >
      <NameFields destination={destination} isChosen={choice !== null} />
      <ScheduleField every={draft.every} onChange={(every) => changeFollow({ every })} />
      <FailureNote failure={start.error} />
      {job !== undefined && <JobNote job={job} />}
      {choice === null && (
        <Box component="p" c="var(--text-quiet)" fz={12}>
          {t('follow.choose')}
        </Box>
      )}
      <div className={formStyles.actions}>
        <Button variant="default" onClick={() => closeDialog('program')}>
          {isRunning ? t('publish.background') : t('common.cancel')}
        </Button>
        <Button
          type="submit"
          disabled={choice === null || details === undefined || isRunning}
          loading={start.isPending}
        >
          {t('follow.submit')}
        </Button>
      </div>
    </form>
  );
}

function NameFields({ destination, isChosen }: { destination: ReturnType<typeof useDestination>; isChosen: boolean }) {
  const { namespaces, namespace, namespaceLabel, label, slug, isTaken, problems } = destination;
  const { tried, joins } = useFollow();
  const wrong = (problem: Problem) =>
    problem !== null && (tried || problem === 'slugTaken') ? t(`publish.${problem}`) : null;
  return (
    <>
      <Select
        label={t('publish.namespace')}
        data={[
          { value: fresh, label: t('publish.newNamespace') },
          ...namespaces.map((each) => ({ value: each.slug, label: each.label || each.slug })),
        ]}
        value={namespace ?? fresh}
        searchable={namespaces.length > 8}
        onChange={(value) => changeFollow({ namespace: value === fresh ? null : value })}
      />
      {namespace === null && (
        <TextField
          label={t('publish.namespaceLabel')}
          value={namespaceLabel}
          maxLength={255}
          error={wrong(problems.namespace)}
          onChange={(text) => changeFollow({ namespaceLabel: text })}
        />
      )}
      <TextField
        label={t('publish.datasetLabel')}
        value={label}
        maxLength={255}
        disabled={!isChosen}
        error={isChosen ? wrong(problems.label) : null}
        onChange={(text) => changeFollow({ label: text })}
      />
      <TextField
        label={t('publish.datasetSlug')}
        value={slug}
        maxLength={100}
        spellCheck={false}
        disabled={!isChosen}
        error={isChosen ? wrong(problems.slug) : null}
        onChange={(text) => changeFollow({ slug: text })}
      />
      {isTaken && isChosen && (
        <SwitchField
          label={t('follow.join')}
          description={t('follow.joinHint')}
          checked={joins}
          onChange={(checked) => changeFollow({ joins: checked })}
        />
      )}
    </>
  );
}

/** How far fetching for the first time is, or why it failed. */
function JobNote({ job }: { job: Job }) {
  const locale = useLocale();
  const { progress, state, failure } = job;
  if (state === 'done') return null;
  if (state === 'cancelled') return <Note tone="plain">{t('follow.cancelled')}</Note>;
  if (hasEnded(job)) {
    return (
      <Note tone="bad" title={t('follow.failed')}>
        <p>{failure === null ? t('jobs.interruptedText') : <FailureText failure={failure} />}</p>
      </Note>
    );
  }
  return (
    <div className={styles.progress}>
      <ProgressLine
        label={t('jobs.progressOf', { title: jobTitle(t, job.request) })}
        fraction={progress?.fraction ?? null}
        words={progressText(t, progress, locale)}
      />
      <PlainButton
        text={t('follow.stop')}
        size="compact-sm"
        onClick={() => void performJobAction('cancel', job.id).catch(reportFailure)}
      />
    </div>
  );
}
