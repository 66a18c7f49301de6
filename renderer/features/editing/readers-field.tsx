import { MultiSelect, Switch } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { serviceGroupsQuery } from '../../backend/settings.ts';

interface ReadersFieldProps {
  readonly connection: string;
  readonly published: boolean;
  /** Absolute addresses. */
  readonly groups: readonly string[];
  readonly onChange: (change: { readonly published?: boolean; readonly groups?: string[] }) => void;
}

/** Who may read a namespace, with a sentence that describes the current choice. */
export function ReadersField({ connection, published, groups, onChange }: ReadersFieldProps) {
  const { t } = useTranslation();
  const { data: known = [] } = useQuery(serviceGroupsQuery(connection));
  // A group that the user may not see stays selected until they remove it.
  const unknown = groups.filter((address) => !known.some(({ url }) => url === address));
  const readers = !published ? 'readersNobody' : groups.length === 0 ? 'readersEverybody' : 'readersGroups';
  return (
    <>
      <Switch
        size="xs"
        label={t('editing.published')}
        description={t(`editing.${readers}`)}
        checked={published}
        onChange={(event) => onChange({ published: event.currentTarget.checked })}
      />
      {known.length + unknown.length > 0 && (
        <MultiSelect
          size="xs"
          label={t('editing.groups')}
          description={t('editing.groupsHint')}
          data={[
            ...known.map(({ url, name }) => ({ value: url, label: name })),
            ...unknown.map((address) => ({ value: address, label: address })),
          ]}
          value={[...groups]}
          onChange={(chosen) => onChange({ groups: chosen })}
        />
      )}
    </>
  );
}
