import { MultiSelect } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { serviceGroupsQuery } from '../../backend/settings.ts';

interface GroupsChoiceProps {
  readonly connection: string;
  readonly label: string;
  readonly description: string;
  /** Absolute addresses. */
  readonly chosen: readonly string[];
  readonly onChange: (groups: string[]) => void;
}

/** The groups of the service, any of which may be selected; empty if there are none. */
export function GroupsChoice({ connection, chosen, ...field }: GroupsChoiceProps) {
  const { data: groups = [] } = useQuery(serviceGroupsQuery(connection));
  // A group that the user may not see stays selected until they remove it.
  const unknown = chosen.filter((address) => !groups.some(({ url }) => url === address));
  const data = [...groups.map(({ url, name }) => ({ value: url, label: name })), ...unknown];
  return data.length === 0 ? null : <MultiSelect {...field} data={data} value={[...chosen]} />;
}
