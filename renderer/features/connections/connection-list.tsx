import { Box, Stack } from '@mantine/core';
import { IconArrowDown, IconArrowUp, IconPlus } from '@tabler/icons-react';
import { useMutation, useQuery } from '@tanstack/react-query';
import { t } from 'i18next';
import type { Connection } from '#shared/rpc/records.ts';
import { change } from '../../backend/changes.ts';
import { connectionsQuery, storageQuery } from '../../backend/records.ts';
import { connectionName, sessionWords, stateWords } from '../../lib/format/connection-state.ts';
import { explained, failureWords } from '../../lib/format/failure-texts.ts';
import { moved } from '../../lib/moved.ts';
import { openDialog } from '../../state/dialogs.ts';
import formStyles from '../../ui/actions/form.module.css';
import { IconButton, IconMenu, PlainButton } from '../../ui/actions/icon-button.tsx';
import { FailureNote, Note } from '../../ui/states/note.tsx';
import { FailureState } from '../../ui/states/states.tsx';
import { ConnectionActions } from './connection-actions.tsx';
import styles from './connections.module.css';

/** All connections with their state, which can be reordered. */
export function ConnectionList() {
  const { data: connections = [], error, refetch } = useQuery(connectionsQuery);
  const { data: storage } = useQuery(storageQuery);
  const reorder = useMutation({
    mutationFn: (order: string[]) => change('reorderConnections', { connections: order }),
  });
  const ids = connections.map(({ id }) => id);
  return (
    <div className={formStyles.form}>
      {storage?.notices.map((notice) => (
        <Note key={JSON.stringify(notice)} tone="warning">
          {explained(t, notice)}
        </Note>
      ))}
      {storage?.keychain.kind === 'none' && (
        <Note tone="warning">{t('connections.noKeychain', { reason: explained(t, storage.keychain.reason) })}</Note>
      )}
      {error !== null && <FailureState failure={error} onRetry={refetch} />}
      <FailureNote failure={reorder.error} />
      <ul className={styles.list} aria-label={t('connections.list')}>
        {connections.map((connection, position) => (
          <Line
            key={connection.id}
            connection={connection}
            first={position === 0}
            last={position === connections.length - 1}
            onMove={(by) => reorder.mutate(moved(ids, position, position + by))}
          />
        ))}
      </ul>
      <div className={formStyles.actions}>
        <PlainButton
          text={t('connections.addNamed')}
          leftSection={<IconPlus size={14} aria-hidden />}
          onClick={() => openDialog({ kind: 'add-connection' })}
        />
      </div>
    </div>
  );
}

interface LineProps {
  readonly connection: Connection;
  readonly first: boolean;
  readonly last: boolean;
  readonly onMove: (by: -1 | 1) => void;
}

function Line({ connection, first, last, onMove }: LineProps) {
  const name = connectionName(t, connection);
  const { colour, address, capabilities, state, session, failure } = connection;
  const bad = state === 'offline' || state === 'failed' || session.kind === 'token-refused';
  const access = capabilities.signIn ? sessionWords(t, connection) : t('connections.local');
  const words = [access, stateWords(t, connection)];
  return (
    <li className={styles.line}>
      <span className={styles.dot} style={{ background: colour || 'transparent' }} />
      <Stack flex={1} miw={0} gap={0}>
        <Box component="span" fw={600}>
          {name}
        </Box>
        <span className={`${styles.address} mono`}>{address}</span>
        <span className={styles.state} data-bad={bad || undefined}>
          {words.join(' · ')}
        </span>
        {failure !== null && <span className={styles.state}>{failureWords(t, failure).text}</span>}
      </Stack>
      <IconButton
        label={t('connections.moveUp', { name })}
        disabled={first}
        onClick={() => onMove(-1)}
        icon={IconArrowUp}
      />
      <IconButton
        label={t('connections.moveDown', { name })}
        disabled={last}
        onClick={() => onMove(1)}
        icon={IconArrowDown}
      />
      <IconMenu floatingStrategy="fixed" label={t('connections.menuOf', { name })}>
        <ConnectionActions connection={connection} />
      </IconMenu>
    </li>
  );
}
