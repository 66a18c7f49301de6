import { MultiSelect } from '@mantine/core';

interface GroupsChoiceProps {
  readonly label: string;
  readonly description: string;
  /** The groups of the service that the user may see. */
  readonly groups: readonly { readonly url: string; readonly name: string }[] | undefined;
  /** Absolute addresses. */
  readonly chosen: readonly string[];
  readonly onChange: (groups: string[]) => void;
}

/** The groups of a service, any of which may be selected; empty if there are none. */
export function GroupsChoice({ groups = [], chosen, ...field }: GroupsChoiceProps) {
  // A group that the user may not see stays selected until they remove it.
  const unknown = chosen.filter((address) => !groups.some(({ url }) => url === address));
  const data = [...groups.map(({ url, name }) => ({ value: url, label: name })), ...unknown];
  return data.length === 0 ? null : <MultiSelect {...field} data={data} value={[...chosen]} />;
}
