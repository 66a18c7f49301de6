import { Menu } from '@mantine/core';
import { t } from 'i18next';
import type { ReactNode } from 'react';
import type { Connection } from '#shared/rpc/records.ts';
import { change } from '../../backend/changes.ts';
import { reportFailure } from '../../backend/failure.ts';
import { can, copyText, goToAccountPage } from '../../backend/shell.ts';
import { openDialog } from '../../state/dialogs.ts';
import { MenuItem } from '../../ui/actions/icon-button.tsx';

/** The menu items of a connection; `children` are items of other features. */
export function ConnectionActions({ connection, children }: { connection: Connection; children?: ReactNode }) {
  const { id, capabilities, session, address } = connection;
  return (
    <>
      {capabilities.signIn && (
        <MenuItem text={t('connections.signInMenu')} onClick={() => openDialog({ kind: 'sign-in', connection: id })} />
      )}
      {capabilities.signIn && session.kind !== 'anonymous' && (
        <MenuItem
          text={t('connections.signOut')}
          onClick={() =>
            can('connections')
              ? void change('signOut', { connection: id }).catch(reportFailure)
              : goToAccountPage('logout')
          }
        />
      )}
      <Menu.Item onClick={() => void change('checkConnection', { connection: id }).catch(reportFailure)}>
        {t('connections.check')}
      </Menu.Item>
      {address !== null && <Menu.Item onClick={() => void copyText(address)}>{t('connections.copyAddress')}</Menu.Item>}
      {children !== undefined && <Menu.Divider />}
      {children}
      {can('connections') && (
        <>
          <Menu.Divider />
          <Menu.Item onClick={() => openDialog({ kind: 'edit-connection', connection: id })}>
            {t('connections.editAction')}
          </Menu.Item>
        </>
      )}
      {capabilities.remove && (
        <Menu.Item color="var(--danger)" onClick={() => openDialog({ kind: 'remove-connection', connection: id })}>
          {t('connections.removeMenu')}
        </Menu.Item>
      )}
    </>
  );
}
