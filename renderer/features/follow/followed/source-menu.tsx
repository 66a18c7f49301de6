import { Menu, Modal, MultiSelect } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import { t } from 'i18next';
import { useState } from 'react';
import type { FollowedSource, Retention } from '#shared/follow.ts';
import { calling } from '../../../backend/failure.ts';
import { type FollowedName, retentionQuery } from '../../../backend/follow.ts';
import { callBackend } from '../../../backend/port.ts';
import { datasetQuery, useThisComputer } from '../../../backend/records.ts';
import { formatBytes } from '../../../lib/format/format.ts';
import { helpFor } from '../../../lib/help.ts';
import { useLocale } from '../../../state/settings.ts';
import { MutationForm, RemovalForm } from '../../../ui/actions/form-actions.tsx';
import { IconMenu, MenuItem } from '../../../ui/actions/icon-button.tsx';
import { ChoiceField, CountField, SwitchField } from '../../../ui/fields.tsx';
import guardsStyles from '../../../ui/guards-field.module.css';
import { GuardsField } from '../../../ui/guards-field.tsx';
import { FailureNote } from '../../../ui/states/note.tsx';
import { ScheduleField } from '../schedule-field.tsx';
import { SecretField } from '../secret-field.tsx';
import styles from '../source-dialog.module.css';

/** What can be done with a followed dataset. */
export function SourceMenu({ source }: { source: FollowedSource }) {
  const [dialog, setDialog] = useState<'settings' | 'unfollow' | null>(null);
  const close = () => setDialog(null);
  const name = { namespace: source.namespace, dataset: source.dataset };
  const isPaused = source.state === 'paused' || source.state === 'stopped';
  return (
    <>
      <IconMenu width={220} label={t('followed.actions', { name: source.title })}>
        <MenuItem text={t('followed.checkNow')} disabled={source.checking} onClick={calling('checkSource', name)} />
        <MenuItem
          text={t(isPaused ? 'followed.resume' : 'followed.pause')}
          onClick={calling('changeSource', { ...name, settings: { paused: !isPaused } })}
        />
        <Menu.Item onClick={() => setDialog('settings')}>{t('sourceSettings.action')}</Menu.Item>
        <Menu.Divider />
        <MenuItem text={t('followed.unfollow')} color="red" onClick={() => setDialog('unfollow')} />
      </IconMenu>
      {dialog === 'settings' && <SourceDialog source={source} onClose={close} />}
      {dialog === 'unfollow' && <UnfollowDialog source={source} onClose={close} />}
    </>
  );
}

function UnfollowDialog({ source, onClose }: { source: FollowedSource; onClose: () => void }) {
  const { namespace, dataset } = source;
  const stop = useMutation({ mutationFn: () => callBackend('unfollow', { namespace, dataset }), onSuccess: onClose });
  return (
    <Modal opened onClose={onClose} title={t('followed.unfollowTitle', { name: source.title })}>
      <RemovalForm
        text={t('followed.unfollowText')}
        action={t('followed.unfollowAction')}
        sending={stop}
        onRemove={stop.mutate}
        onCancel={onClose}
      />
    </Modal>
  );
}

/** Changes how a dataset is followed: schedule, notifications, retention, guards, key, and the secret for its origin. */
export function SourceDialog({ source, onClose }: { source: FollowedSource; onClose: () => void }) {
  const { namespace, dataset, title, choice } = source;
  const [every, setEvery] = useState(source.every);
  const [notify, setNotify] = useState(source.notify);
  const [retention, setRetention] = useState(source.retention);
  const [guards, setGuards] = useState(source.guards);
  const [key, setKey] = useState<readonly string[]>(source.key ?? []);
  const own = useThisComputer();
  const { data: record } = useQuery({
    ...datasetQuery({ connection: own?.id ?? '', namespace, dataset }),
    enabled: own !== undefined,
  });
  // A column of the key or of a check may be gone from the newest version.
  const kept = [...key, ...guards.checks.map(({ column }) => column)];
  const columns = [...new Set([...(record?.dataset.columns.map(({ name }) => name) ?? []), ...kept])];
  const save = useMutation({
    mutationFn: () => {
      const isKeyNew = key.join('\n') !== (source.key ?? []).join('\n');
      const chosen = key.length === 0 ? null : key;
      const settings = { every, notify, retention, guards, ...(isKeyNew ? { key: chosen } : {}) };
      return callBackend('changeSource', { namespace, dataset, settings });
    },
    onSuccess: onClose,
  });
  return (
    <Modal
      {...helpFor('following')}
      opened
      onClose={onClose}
      size={620}
      title={t('sourceSettings.title', { name: title })}
    >
      <MutationForm action={t('followed.save')} sending={save} onSubmit={save.mutate} onCancel={onClose}>
        <ScheduleField every={every} onChange={setEvery} />
        <SwitchField label={t('sourceSettings.notify')} checked={notify} onChange={setNotify} />
        <RetentionField name={{ namespace, dataset }} retention={retention} onChange={setRetention} />
        <GuardsField guards={guards} columns={columns} onChange={setGuards} />
        <MultiSelect
          label={t('sourceSettings.key')}
          description={t('sourceSettings.keyHint')}
          data={columns}
          value={[...key]}
          placeholder={key.length === 0 ? t('sourceSettings.keyGuessed') : ''}
          searchable
          clearable
          clearButtonProps={{ 'aria-label': t('sourceSettings.keyClear') }}
          onChange={setKey}
        />
      </MutationForm>
      <SecretField address={choice.address} />
    </Modal>
  );
}

const kinds = ['all', 'last', 'thinned'] as const;

/** What each way of keeping versions begins with. */
const initial: Readonly<Record<Retention['kind'], Retention>> = {
  all: { kind: 'all' },
  last: { kind: 'last', versions: 30 },
  thinned: { kind: 'thinned', days: 30, weeks: 26 },
};

/** Maximum number of versions, days or weeks. */
const maxCount = 10_000;

interface RetentionFieldProps {
  readonly name: FollowedName;
  readonly retention: Retention;
  readonly onChange: (retention: Retention) => void;
}

/** Which versions stay, and what that means for the disk before it is saved. */
function RetentionField({ name, retention, onChange }: RetentionFieldProps) {
  return (
    <fieldset className={guardsStyles.group}>
      <legend>{t('sourceSettings.retention')}</legend>
      <ChoiceField
        aria-label={t('sourceSettings.retention')}
        choices={kinds}
        nameOf={(kind) => t(`sourceSettings.keep-${kind}`)}
        value={retention.kind}
        onChange={(kind) => onChange(initial[kind])}
      />
      {retention.kind === 'last' && (
        <CountField
          label={t('sourceSettings.keepVersions')}
          defaultValue={retention.versions}
          min={1}
          max={maxCount}
          onChange={(versions) => onChange({ ...retention, versions })}
        />
      )}
      {retention.kind === 'thinned' && (
        <div className={styles.pair}>
          <CountField
            label={t('sourceSettings.keepDays')}
            defaultValue={retention.days}
            min={0}
            max={maxCount}
            onChange={(days) => onChange({ ...retention, days })}
          />
          <CountField
            label={t('sourceSettings.keepWeeks')}
            defaultValue={retention.weeks}
            min={0}
            max={maxCount}
            onChange={(weeks) => onChange({ ...retention, weeks })}
          />
        </div>
      )}
      {retention.kind === 'thinned' && <p className="quiet">{t('sourceSettings.thinnedHint')}</p>}
      <Estimate name={name} retention={retention} />
    </fieldset>
  );
}

function Estimate({ name, retention }: Omit<RetentionFieldProps, 'onChange'>) {
  const locale = useLocale();
  const { data, error } = useQuery(retentionQuery(name, retention));
  if (error !== null) return <FailureNote failure={error} />;
  return (
    <p role="status">
      {data === undefined
        ? t('common.loading')
        : data.removed === 0
          ? t('sourceSettings.keepsAll', { count: data.versions, bytes: formatBytes(data.bytes, locale) })
          : t('sourceSettings.removesSome', {
              count: data.removed,
              versions: data.versions,
              before: formatBytes(data.bytes, locale),
              after: formatBytes(data.bytesAfter, locale),
            })}
    </p>
  );
}
