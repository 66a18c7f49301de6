import { Flex, Menu, Skeleton } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { t } from 'i18next';
import { createContext, type ReactNode, use, useEffect, useRef, useState } from 'react';
import type { Account, AccountGroup } from '#shared/rpc/accounts.ts';
import { accountsQuery } from '../../backend/settings.ts';
import { formatMoment } from '../../lib/format/format.ts';
import { useLocale } from '../../state/settings.ts';
import { IconMenu, SmallButton } from '../../ui/actions/icon-button.tsx';
import { FailureState } from '../../ui/states/states.tsx';
import { AccountForm, GroupForm, PasswordForm, RemoveForm } from './account-form.tsx';
import styles from './settings.module.css';

/** The action on an account or group that replaces the lists. */
type Task =
  | { readonly kind: 'user'; readonly user: Account | null }
  | { readonly kind: 'password' | 'remove-user'; readonly user: Account }
  | { readonly kind: 'group'; readonly group: AccountGroup | null }
  | { readonly kind: 'remove-group'; readonly group: AccountGroup };

/** The users and groups of the local service. */
export function AccountsSection() {
  const { data, error, refetch } = useQuery(accountsQuery);
  const [task, setTask] = useState<Task | null>(null);
  const leave = () => setTask(null);
  useNestedForm(task !== null, leave);
  const page = useRef<HTMLDivElement>(null);
  const wasOpen = useRef(false);
  useEffect(() => {
    // The form had the focus, which would otherwise leave the dialog with it.
    if (wasOpen.current && task === null) page.current?.querySelector('button')?.focus();
    wasOpen.current = task !== null;
  }, [task]);
  // The input of an open form stays, even if the lists cannot be read again.
  if (data !== undefined && task !== null) return <TaskForm task={task} groups={data.groups} onDone={leave} />;
  if (error !== null) return <FailureState failure={error} onRetry={refetch} />;
  if (data === undefined) return <Skeleton height={240} />;
  return (
    <div ref={page}>
      <Users users={data.users} groups={data.groups} onTask={setTask} />
      <Groups groups={data.groups} onTask={setTask} />
    </div>
  );
}

function TaskForm({ task, groups, onDone }: { task: Task; groups: readonly AccountGroup[]; onDone: () => void }) {
  switch (task.kind) {
    case 'user':
      return <AccountForm user={task.user} groups={groups} onDone={onDone} />;
    case 'password':
      return <PasswordForm user={task.user} onDone={onDone} />;
    case 'group':
      return <GroupForm group={task.group} onDone={onDone} />;
    case 'remove-user': {
      const { id, username: name } = task.user;
      const title = t('accounts.removeUser', { name });
      return (
        <RemoveForm act="removeAccount" id={id} title={title} text={t('accounts.removeUserText')} onDone={onDone} />
      );
    }
    case 'remove-group': {
      const { id, name } = task.group;
      const title = t('accounts.removeGroup', { name });
      return (
        <RemoveForm act="removeGroup" id={id} title={title} text={t('accounts.removeGroupText')} onDone={onDone} />
      );
    }
  }
}

interface ListProps {
  readonly groups: readonly AccountGroup[];
  readonly onTask: (task: Task) => void;
}

function Users({ users, groups, onTask }: ListProps & { readonly users: readonly Account[] }) {
  const locale = useLocale();
  const wordsOf = ({ isOperator, isStaff, isActive, groups: own, lastLogin }: Account): string => {
    if (isOperator) return t('accounts.own');
    const names = groups.filter(({ id }) => own.includes(id)).map(({ name }) => name);
    const signedIn =
      lastLogin === null ? t('accounts.never') : t('accounts.lastLogin', { moment: formatMoment(lastLogin, locale) });
    const state = [isActive ? '' : t('accounts.inactive'), isStaff ? t('accounts.staff') : '', ...names];
    return [...state.filter((word) => word !== ''), signedIn].join(' · ');
  };
  const people = users.filter(({ isOperator }) => !isOperator).length;
  return (
    <List
      title={t('accounts.users')}
      hint={people === 0 ? t('accounts.noUsers') : t('accounts.usersHint')}
      add={t('accounts.addUser')}
      onAdd={() => onTask({ kind: 'user', user: null })}
    >
      {users.map((user) => (
        <Line key={user.id} name={user.username} words={wordsOf(user)}>
          {!user.isOperator && (
            <>
              <Menu.Item onClick={() => onTask({ kind: 'user', user })}>{t('accounts.edit')}</Menu.Item>
              <Menu.Item onClick={() => onTask({ kind: 'password', user })}>{t('accounts.setPassword')}</Menu.Item>
              <Menu.Item color="var(--danger)" onClick={() => onTask({ kind: 'remove-user', user })}>
                {t('accounts.delete')}
              </Menu.Item>
            </>
          )}
        </Line>
      ))}
    </List>
  );
}

function Groups({ groups, onTask }: ListProps) {
  return (
    <List
      title={t('accounts.groups')}
      hint={groups.length === 0 ? t('accounts.noGroups') : ''}
      add={t('accounts.addGroup')}
      onAdd={() => onTask({ kind: 'group', group: null })}
    >
      {groups.map((group) => (
        <Line key={group.id} name={group.name} words={t('accounts.members', { count: group.members })}>
          <Menu.Item onClick={() => onTask({ kind: 'group', group })}>{t('accounts.rename')}</Menu.Item>
          <Menu.Item color="var(--danger)" onClick={() => onTask({ kind: 'remove-group', group })}>
            {t('accounts.delete')}
          </Menu.Item>
        </Line>
      ))}
    </List>
  );
}

interface PartProps {
  readonly title: string;
  /** May be empty. */
  readonly hint: string;
  readonly add: string;
  readonly onAdd: () => void;
  readonly children: readonly ReactNode[];
}

function List({ title, hint, add, onAdd, children }: PartProps) {
  return (
    <section className={styles.accounts}>
      <Flex align="baseline" justify="space-between" gap="sm">
        <h4 className={styles.part}>{title}</h4>
        <SmallButton text={add} leftSection={<IconPlus size={13} aria-hidden />} onClick={onAdd} />
      </Flex>
      {hint !== '' && <p className={`quiet ${styles.hint}`}>{hint}</p>}
      {children.length > 0 && (
        <ul className={styles.list} aria-label={title}>
          {children}
        </ul>
      )}
    </section>
  );
}

function Line({ name, words, children }: { name: string; words: string; children: ReactNode }) {
  return (
    <li className={styles.line}>
      <div className={styles.words}>
        <span>{name}</span>
        <span>{words}</span>
      </div>
      {children !== false && (
        <IconMenu floatingStrategy="fixed" label={t('accounts.actionsOf', { name })}>
          {children}
        </IconMenu>
      )}
    </li>
  );
}

/** Closes the form that is open within a page of the settings; null if there is none. */
export const NestedForm = createContext<(leave: (() => void) | null) => void>(() => {});

/** Makes Escape close a form within a page of the settings instead of the whole dialog. */
function useNestedForm(isOpen: boolean, leave: () => void): void {
  const setLeave = use(NestedForm);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the form is the same, whatever function leaves it.
  useEffect(() => {
    if (!isOpen) return undefined;
    setLeave(() => leave);
    return () => setLeave(null);
  }, [isOpen, setLeave]);
}
