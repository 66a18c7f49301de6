import { SegmentedControl, Select, Textarea } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { t } from 'i18next';
import { useEffect, useState } from 'react';
import { maxNoteLength } from '#shared/api/publishing.ts';
import { maxProvenanceLength } from '#shared/api/records/provenance.ts';
import { isSlug, maxLabelLength, slugOf } from '#shared/file-name.ts';
import type { Connection, NamespaceSummary } from '#shared/rpc/records.ts';
import { serviceGroupsQuery } from '../../backend/settings.ts';
import { connectionName } from '../../lib/format/connection-state.ts';
import formStyles from '../../ui/actions/form.module.css';
import { SmallButton } from '../../ui/actions/icon-button.tsx';
import { GroupsChoice, SwitchField, TextField } from '../../ui/fields.tsx';
import { type Destination, slugsOf } from './draft.ts';
import styles from './publish.module.css';
import { ReadersChoice } from './readers-choice.tsx';

/** The list entry for something new; no slug begins with a space. */
const fresh = ' new';

interface DestinationFormProps {
  readonly destination: Destination;
  /** Id of the destination's connection. */
  readonly connection: string;
  readonly connections: readonly Connection[];
  readonly namespaces: readonly NamespaceSummary[];
  readonly problems: DestinationProblems;
  readonly tried: boolean;
  /** The file's own title, to name the dataset. */
  readonly title?: string | undefined;
  /** Whether several datasets are published, which are named elsewhere. */
  readonly several?: boolean;
  readonly onChange: (change: Partial<Destination>) => void;
}

/** Where a file goes, in one line until that is to be changed, and what is said about its dataset. */
export function DestinationForm(props: DestinationFormProps) {
  const { destination, namespaces, problems, several = false, onChange } = props;
  const { namespace, dataset, licence, source, contact, note } = destination;
  const [opened, setOpened] = useState(false);
  const home = namespaces.find(({ slug }) => slug === namespace);
  // What must be decided or corrected is shown.
  const isNewUnclear = namespace !== null || problems.namespaceLabel !== null || problems.namespaceSlug !== null;
  const open = opened || several || (home === undefined && isNewUnclear) || problems.datasetSlug !== null;
  return (
    <div className={`${formStyles.form} ${styles.form}`}>
      {open ? <PlaceChoice {...props} /> : <PlaceLine {...props} home={home} onOpen={() => setOpened(true)} />}
      {!several && (dataset === null ? <NewDataset {...props} withSlug={open} /> : <Mode {...props} />)}
      <TextField
        label={t('publish.licence')}
        placeholder={t('publish.licenceHint')}
        value={licence}
        onChange={(text) => onChange({ licence: text })}
      />
      {!several && dataset === null && (
        <TextField
          label={t('provenance.source')}
          value={source}
          maxLength={maxProvenanceLength}
          onChange={(text) => onChange({ source: text })}
        />
      )}
      {!several && dataset === null && contact !== '' && (
        <TextField
          label={t('provenance.contact')}
          value={contact}
          maxLength={maxProvenanceLength}
          onChange={(text) => onChange({ contact: text })}
        />
      )}
      <TextField
        label={t('publish.note')}
        placeholder={t('publish.noteHint')}
        value={note}
        maxLength={maxNoteLength}
        onChange={(text) => onChange({ note: text })}
      />
    </div>
  );
}

interface PlaceLineProps extends DestinationFormProps {
  /** The namespace; undefined for a new one. */
  readonly home: NamespaceSummary | undefined;
  readonly onOpen: () => void;
}

/** `My data / Unemployment rate`, and its address. */
function PlaceLine({ destination, home, onOpen }: PlaceLineProps) {
  const { dataset, newDataset, newNamespace } = destination;
  const existing = home?.datasets.find(({ slug }) => slug === dataset);
  const label = existing === undefined ? newDataset.label : existing.label || existing.slug;
  const slugs = slugsOf(destination);
  return (
    <div className={styles.place}>
      <span className={styles.placeNames}>
        {home === undefined ? newNamespace.label : home.label || home.slug} / {label}
      </span>
      <span className={styles.hint}>{`${slugs.namespace}/${slugs.dataset}`}</span>
      <SmallButton text={t('publish.changePlace')} variant="subtle" onClick={onOpen} />
    </div>
  );
}

/** The service, namespace and dataset, existing or new. */
function PlaceChoice(props: DestinationFormProps) {
  const { destination, connection, connections, namespaces, several = false, onChange } = props;
  const { namespace, dataset } = destination;
  const home = namespaces.find(({ slug }) => slug === namespace);
  const datasets = several ? [] : (home?.datasets ?? []);
  // Another namespace has other readers and other datasets.
  const chooseNamespace = (slug: string | null, change: Partial<Destination> = {}) =>
    onChange({ ...change, namespace: slug, readers: null, dataset: null });
  return (
    <>
      {connections.length > 1 && (
        <Select
          label={t('publish.service')}
          data={connections.map((one) => ({ value: one.id, label: connectionName(t, one) }))}
          value={connection}
          onChange={(value) => chooseNamespace(null, { connection: value })}
        />
      )}
      <Select
        label={t('publish.namespace')}
        data={[
          { value: fresh, label: t('publish.newNamespace') },
          ...namespaces.map(({ slug, label }) => ({ value: slug, label: label || slug })),
        ]}
        value={namespace ?? fresh}
        searchable={namespaces.length > 8}
        onChange={(value) => chooseNamespace(value === fresh ? null : value)}
      />
      {namespace === null && <NewNamespace {...props} />}
      {home !== undefined && (
        <ReadersChoice
          key={home.slug}
          connection={connection}
          namespace={home}
          chosen={destination.readers}
          onChange={(readers) => onChange({ readers })}
        />
      )}
      {datasets.length > 0 && (
        <Select
          label={t('publish.dataset')}
          data={[
            { value: fresh, label: t('publish.newDataset') },
            ...datasets.map(({ slug, label }) => ({ value: slug, label: label || slug })),
          ]}
          value={dataset ?? fresh}
          searchable={datasets.length > 8}
          onChange={(value) => onChange({ dataset: value === fresh ? null : value })}
        />
      )}
    </>
  );
}

/** A taken name is reported at once; an incomplete one only after the user tries to continue. */
function shown(problem: 'slugWrong' | 'slugTaken' | null, tried: boolean): boolean {
  return problem === 'slugTaken' || (problem !== null && tried);
}

function NewNamespace({ destination, connection, problems, tried, onChange }: DestinationFormProps) {
  const { newNamespace } = destination;
  const { data: groups } = useQuery(serviceGroupsQuery(connection));
  const change = (part: Partial<Destination['newNamespace']>) =>
    onChange({ newNamespace: { ...newNamespace, ...part } });
  const { namespaceLabel, namespaceSlug } = problems;
  return (
    <div className={styles.part}>
      <TextField
        label={t('publish.namespaceLabel')}
        value={newNamespace.label}
        maxLength={maxLabelLength}
        error={tried && namespaceLabel !== null ? t(`publish.${namespaceLabel}`) : null}
        onChange={(text) => change({ label: text })}
      />
      <TextField
        label={t('publish.namespaceSlug')}
        value={slugsOf(destination).namespace}
        maxLength={100}
        spellCheck={false}
        error={shown(namespaceSlug, tried) && namespaceSlug !== null ? t(`publish.${namespaceSlug}`) : null}
        onChange={(text) => change({ slug: text })}
      />
      <SwitchField
        label={t('publish.published')}
        description={t('publish.publishedHint')}
        checked={newNamespace.published}
        onChange={(checked) => change({ published: checked })}
      />
      <GroupsChoice
        groups={groups}
        label={t('publish.groups')}
        description={t('publish.groupsHint')}
        chosen={newNamespace.groups}
        onChange={(chosen) => change({ groups: chosen })}
      />
    </div>
  );
}

function NewDataset({
  destination,
  title = '',
  problems,
  tried,
  withSlug,
  onChange,
}: DestinationFormProps & { withSlug: boolean }) {
  const { newDataset } = destination;
  const change = (part: Partial<Destination['newDataset']>) => onChange({ newDataset: { ...newDataset, ...part } });
  const { datasetLabel, datasetSlug } = problems;
  const titled = title.slice(0, maxLabelLength);
  return (
    <div className={styles.part}>
      <TextField
        label={t('publish.datasetLabel')}
        value={newDataset.label}
        maxLength={maxLabelLength}
        error={tried && datasetLabel !== null ? t(`publish.${datasetLabel}`) : null}
        onChange={(text) => change({ label: text })}
      />
      {titled !== '' && titled !== newDataset.label && (
        <SmallButton
          text={t('publish.useTitle', { title: titled })}
          className={styles.title}
          variant="subtle"
          data-tooltip={titled}
          onClick={() => change({ label: titled, slug: slugsOf(destination).dataset })}
        />
      )}
      {withSlug && (
        <TextField
          label={t('publish.datasetSlug')}
          value={slugsOf(destination).dataset}
          maxLength={100}
          spellCheck={false}
          error={shown(datasetSlug, tried) && datasetSlug !== null ? t(`publish.${datasetSlug}`) : null}
          onChange={(text) => change({ slug: text })}
        />
      )}
      <Textarea
        label={t('publish.datasetDescription')}
        value={newDataset.description}
        autosize
        minRows={2}
        maxRows={5}
        onChange={(event) => change({ description: event.currentTarget.value })}
      />
    </div>
  );
}

function Mode({ destination: { mode }, onChange }: DestinationFormProps) {
  return (
    <div className={styles.part}>
      <span id="publish-mode" className={styles.label}>
        {t('publish.mode')}
      </span>
      <SegmentedControl
        fullWidth
        aria-labelledby="publish-mode"
        data={[
          { value: 'replace', label: t('publish.replace') },
          { value: 'append', label: t('publish.append') },
        ]}
        value={mode}
        onChange={(value) => onChange({ mode: value === 'append' ? 'append' : 'replace' })}
      />
      <span className={styles.hint}>{mode === 'append' ? t('publish.appendHint') : t('publish.replaceHint')}</span>
    </div>
  );
}

/** The problems of a destination, by field; each is a message key. */
interface DestinationProblems {
  readonly namespaceLabel: 'labelMissing' | null;
  readonly namespaceSlug: 'slugWrong' | 'slugTaken' | null;
  readonly datasetLabel: 'labelMissing' | null;
  readonly datasetSlug: 'slugWrong' | 'slugTaken' | null;
}

/**
 * Validates a destination. @param own slugs created by an earlier attempt with the same file, or null: these may exist
 */
export function destinationProblems(
  destination: Destination,
  namespaces: readonly NamespaceSummary[],
  own: { readonly namespace: string; readonly dataset: string } | null,
): DestinationProblems {
  const { namespace, newNamespace, dataset, newDataset } = destination;
  const slugs = slugsOf(destination);
  const there = namespaces.find((each) => each.slug === slugs.namespace);
  const slugProblem = (slug: string, taken: boolean) => (isSlug(slug) ? (taken ? 'slugTaken' : null) : 'slugWrong');
  const ownNamespace = own?.namespace === slugs.namespace;
  const ownDataset = ownNamespace && own?.dataset === slugs.dataset;
  const taken = there?.datasets.some((each) => each.slug === slugs.dataset) === true;
  return {
    namespaceLabel: namespace === null && newNamespace.label.trim() === '' ? 'labelMissing' : null,
    namespaceSlug: namespace === null ? slugProblem(slugs.namespace, there !== undefined && !ownNamespace) : null,
    datasetLabel: dataset === null && newDataset.label.trim() === '' ? 'labelMissing' : null,
    datasetSlug: dataset === null ? slugProblem(slugs.dataset, taken && !ownDataset) : null,
  };
}

/** Whether nothing is wrong. */
export function isFree(problems: DestinationProblems): boolean {
  return Object.values(problems).every((problem) => problem === null);
}

/**
 * Suggests a namespace of the user if none was chosen: an existing or a new one.
 * @param known slugs of the existing namespaces; undefined while loading
 */
export function useFirstNamespace(
  destination: Destination,
  known: readonly string[] | undefined,
  onChange: (change: Partial<Destination>) => void,
): void {
  const label = t('publish.myNamespace');
  const namespaces = known?.join('/');
  const untouched = destination.namespace === null && destination.newNamespace.label === '';
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for a draft; what the person empties later stays empty.
  useEffect(() => {
    if (namespaces === undefined || !untouched) return;
    const there = namespaces.split('/').includes(slugOf(label)) ? slugOf(label) : null;
    onChange({ namespace: there, newNamespace: { ...destination.newNamespace, label } });
  }, [namespaces === undefined]);
}
