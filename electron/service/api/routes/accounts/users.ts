import { pageOf } from '#shared/api/page.ts';
import { Group, User } from '#shared/api/records/user.ts';
import type { Caller } from '../../../catalogue/access/access.ts';
import { type GroupEntry, groupEntries } from '../../../catalogue/records/groups.ts';
import { findUserById, listUsers, type UserEntry } from '../../../catalogue/records/users.ts';
import type { ServiceDeps } from '../../../deps.ts';
import { denied, notFound } from '../../plugins/api-error.ts';
import type { Exchange } from '../../plugins/exchange.ts';
import type { Links } from '../../records/links.ts';
import { listAnswer, listParameters } from '../../resources/lists.ts';
import { type Resource, readOnly } from '../../resources/resource.ts';
import resources from '../../resources/resources.json' with { type: 'json' };
import { ownFields } from '../datasets/select-items.ts';

function userRecord(links: Links, user: UserEntry): User {
  return {
    id: user.id,
    username: user.username,
    email: user.email,
    is_staff: user.isStaff,
    is_active: user.isActive,
    groups: user.groups.map((group) => links.group(group)),
    date_joined: user.dateJoined,
    last_login: user.lastLogin,
    url: links.user(user.id),
  };
}

/** The members that the caller may see: all for staff, otherwise only the caller. */
function groupRecord(links: Links, group: GroupEntry, caller: Caller): Group {
  const shown = group.users.filter((user) => caller.isStaff || user === caller.id);
  return { id: group.id, name: group.name, users: shown.map((user) => links.user(user)), url: links.group(group.id) };
}

/** The authenticated user. @throws {ApiError} 401 */
function knownCaller({ caller }: Exchange): Caller {
  if (caller === null) throw denied(null);
  return caller;
}

function idOf(exchange: Exchange): number {
  const text = exchange.path.id ?? '';
  if (!/^\d{1,15}$/.test(text)) throw notFound();
  return Number(text);
}

/** `users/`: all accounts for staff, otherwise the caller's own. */
export function userList({ catalogue }: ServiceDeps): Resource<Caller> {
  return readOnly(resources.userList, async (exchange) => knownCaller(exchange), {
    parameters: listParameters,
    answers: { 200: pageOf(User) },
    handle: async (exchange, caller) => {
      const users = (await listUsers(catalogue.records)).filter((user) => caller.isStaff || user.id === caller.id);
      return await listAnswer(exchange, {
        items: users.map((user) => userRecord(exchange.links, user)),
        fields: ownFields('id', 'username', 'email', 'is_staff', 'is_active', 'date_joined', 'last_login'),
        others: ['groups', 'url'],
        show: async (shown) => shown,
      });
    },
  });
}

/** `users/<id>/`: one account. */
export function userInstance({ catalogue }: ServiceDeps): Resource<UserEntry> {
  return readOnly(
    {
      ...resources.userInstance,
      mayRead: ({ caller }, user) => caller !== null && (caller.isStaff || user.id === caller.id),
    },
    async (exchange) => {
      knownCaller(exchange);
      const user = await findUserById(catalogue.records, idOf(exchange));
      if (user === null) throw notFound();
      return user;
    },
    {
      answers: { 200: User },
      handle: async ({ links }, user) => ({ kind: 'record', record: userRecord(links, user) }),
    },
  );
}

/** `groups/`: all groups for staff, otherwise those of the caller. */
export function groupList({ catalogue }: ServiceDeps): Resource<Caller> {
  return readOnly(resources.groupList, async (exchange) => knownCaller(exchange), {
    parameters: listParameters,
    answers: { 200: pageOf(Group) },
    handle: async (exchange, caller) => {
      const all = await groupEntries(catalogue.records);
      const groups = all.filter((group) => caller.isStaff || caller.groups.has(group.id));
      return await listAnswer(exchange, {
        items: groups.map((group) => groupRecord(exchange.links, group, caller)),
        fields: ownFields('id', 'name'),
        others: ['users', 'url'],
        show: async (shown) => shown,
      });
    },
  });
}

/** `groups/<id>/`: one group. */
export function groupInstance({ catalogue }: ServiceDeps): Resource<GroupEntry> {
  return readOnly(
    {
      ...resources.groupInstance,
      mayRead: ({ caller }, group) => caller !== null && (caller.isStaff || caller.groups.has(group.id)),
    },
    async (exchange) => {
      knownCaller(exchange);
      const id = idOf(exchange);
      const group = (await groupEntries(catalogue.records)).find((one) => one.id === id);
      if (group === undefined) throw notFound();
      return group;
    },
    {
      answers: { 200: Group },
      handle: async (exchange, group) => ({
        kind: 'record',
        record: groupRecord(exchange.links, group, knownCaller(exchange)),
      }),
    },
  );
}
