import { Button, Popover } from '@mantine/core';
import { IconFilter } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import styles from '../rows.module.css';
import { FilterForm, type FilterFormProps } from './filter-form.tsx';

/** The filter button and its form. Conditions take effect together. */
export function FilterBuilder({ tab, columns, filters, join, onApply }: FilterFormProps) {
  const { t } = useTranslation();
  const [opened, setOpened] = useState(false);
  return (
    <Popover
      opened={opened}
      onChange={setOpened}
      position="bottom-start"
      width={620}
      shadow="md"
      trapFocus
      withinPortal={false}
    >
      <Popover.Target>
        <Button
          variant="default"
          className={styles.filterButton}
          data-on={filters.length > 0 || undefined}
          size="compact-sm"
          leftSection={<IconFilter size={14} stroke={1.5} aria-hidden />}
          onClick={() => setOpened(!opened)}
        >
          {t('filters.button')}
        </Button>
      </Popover.Target>
      <Popover.Dropdown aria-label={t('filters.title')}>
        {opened && (
          <FilterForm
            tab={tab}
            columns={columns}
            filters={filters}
            join={join}
            onApply={(...changed) => {
              onApply(...changed);
              setOpened(false);
            }}
          />
        )}
      </Popover.Dropdown>
    </Popover>
  );
}
