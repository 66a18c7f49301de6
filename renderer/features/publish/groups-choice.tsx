import { MultiSelect } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { groupsQuery } from '../../backend/service/groups.ts';

interface GroupsChoiceProps {
  readonly connection: string;
  /** Absolute addresses. */
  readonly chosen: readonly string[];
  readonly onChange: (groups: string[]) => void;
}

/** The groups of the service, any of which may be selected; empty if there are none. */
export function GroupsChoice({ connection, chosen, onChange }: GroupsChoiceProps) {
  const { t } = useTranslation();
  const { data: groups = [] } = useQuery(groupsQuery(connection));
  // A group that the user may not see stays selected until they remove it.
  const unknown = chosen.filter((address) => !groups.some(({ url }) => url === address));
  if (groups.length + unknown.length === 0) return null;
  return (
    <MultiSelect
      size="xs"
      label={t('publish.groups')}
      description={t('publish.groupsHint')}
      data={[
        ...groups.map(({ url, name }) => ({ value: url, label: name })),
        ...unknown.map((address) => ({ value: address, label: address })),
      ]}
      value={[...chosen]}
      onChange={onChange}
    />
  );
}
