import { Combobox, useCombobox } from '@mantine/core';
import { IconChevronDown } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { connectionsQuery } from '../../backend/records.ts';
import { findable, isFound, wordsOf } from '../../lib/find-words.ts';
import { placeText } from '../../lib/format/connection-state.ts';
import { tabName } from '../../lib/format/tab-name.ts';
import { useTabs } from '../../state/tab.ts';
import { showTab } from '../../state/tabs.ts';
import { IconButton } from '../../ui/actions/icon-button.tsx';
import styles from '../workspace.module.css';

/** A searchable list of all open tabs, for those that do not fit in the strip. */
export function TabFinder() {
  const { t } = useTranslation();
  const { tabs, activeTab } = useTabs();
  const { data: connections = [] } = useQuery(connectionsQuery);
  const [search, setSearch] = useState('');
  const combobox = useCombobox({
    onDropdownOpen: () => combobox.focusSearchInput(),
    onDropdownClose() {
      combobox.resetSelectedOption();
      combobox.focusTarget();
      setSearch('');
    },
  });
  const lines = tabs.map((tab) => {
    const connection = connections.find(({ id }) => id === tab.reference.connection);
    return { id: tab.id, name: tabName(t, tab), place: placeText(t, tab.reference.namespace, connection) };
  });
  const words = wordsOf(search);
  const found = lines.filter(({ name, place }) => isFound(words, findable(name, place)));
  // Enter chooses the first match.
  // biome-ignore lint/correctness/useExhaustiveDependencies: another text has another first one.
  useEffect(() => {
    combobox.selectFirstOption();
  }, [search, combobox.selectFirstOption]);
  return (
    <Combobox
      store={combobox}
      width={320}
      withinPortal={false}
      position="bottom-end"
      onOptionSubmit={(id) => {
        showTab(id);
        combobox.closeDropdown();
      }}
    >
      <Combobox.Target withAriaAttributes={false}>
        <IconButton label={t('tabs.all')} onClick={() => combobox.toggleDropdown()} icon={IconChevronDown} />
      </Combobox.Target>
      <Combobox.Dropdown>
        <Combobox.Search
          value={search}
          onChange={(event) => setSearch(event.currentTarget.value)}
          placeholder={t('tabs.search')}
          aria-label={t('tabs.search')}
        />
        <Combobox.Options className={styles.tabFinder} aria-label={t('tabs.all')}>
          {found.map(({ id, name, place }) => (
            <Combobox.Option key={id} value={id} active={id === activeTab}>
              <span className={styles.tabFinderName}>{name}</span>
              <span className={styles.tabFinderPlace}>{place}</span>
            </Combobox.Option>
          ))}
          {found.length === 0 && <Combobox.Empty>{t('tabs.none')}</Combobox.Empty>}
        </Combobox.Options>
      </Combobox.Dropdown>
    </Combobox>
  );
}
