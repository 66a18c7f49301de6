import { Box, Button, Select } from '@mantine/core';
import { IconMarquee2, IconMinus, IconPlus, IconZoomReset } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import type { Column } from '#shared/api/column.ts';
import type { Bounds } from '../../lib/geometry/geometry-bounds.ts';
import { IconButton } from '../../ui/actions/icon-button.tsx';
import { Toolbar } from '../../ui/actions/toolbar.tsx';
import { hint } from '../../ui/tooltip/hint.ts';
import { BackgroundMenu } from './background-menu.tsx';
import type { MapHandle } from './engine/map-handle.ts';

interface MapToolbarProps {
  readonly columns: readonly Column[];
  readonly colourBy: string | null;
  readonly onColourBy: (column: string | null) => void;
  readonly handle: MapHandle | null;
  readonly bounds: Bounds | null;
  readonly selecting: boolean;
  readonly onSelecting: (selecting: boolean) => void;
  readonly onBox: (box: Bounds) => void;
}

const icon = { size: 16, stroke: 1.5, 'aria-hidden': true } as const;

function colourChoices(columns: readonly Column[]) {
  return columns
    .filter((column) => column.type !== 'geometry')
    .map((column) => ({ value: column.name, label: column.label || column.name }));
}

/** The actions of the map. */
export function MapToolbar(props: MapToolbarProps) {
  const { columns, colourBy, onColourBy, handle, bounds, selecting, onSelecting, onBox } = props;
  const { t } = useTranslation();
  return (
    <Toolbar label={t('views.map')}>
      <Select
        aria-label={t('map.colourBy')}
        placeholder={t('map.colourBy')}
        data={colourChoices(columns)}
        value={colourBy}
        onChange={onColourBy}
        clearable
        searchable
        comboboxProps={{ withinPortal: false }}
        w={200}
      />
      <Button
        variant={selecting ? 'light' : 'default'}
        size="compact-sm"
        aria-pressed={selecting}
        {...hint(t('map.selectAreaHint'))}
        leftSection={<IconMarquee2 size={14} stroke={1.5} aria-hidden />}
        onClick={() => onSelecting(!selecting)}
      >
        {t('map.selectArea')}
      </Button>
      <Button
        variant="default"
        size="compact-sm"
        disabled={handle === null}
        onClick={() => handle !== null && onBox(handle.bounds())}
      >
        {t('map.filterToView')}
      </Button>
      <Box flex={1} />
      <BackgroundMenu />
      <IconButton
        label={t('map.zoomIn')}
        disabled={handle === null}
        onClick={() => handle?.zoomBy(1)}
        icon={<IconPlus {...icon} />}
      />
      <IconButton
        label={t('map.zoomOut')}
        disabled={handle === null}
        onClick={() => handle?.zoomBy(-1)}
        icon={<IconMinus {...icon} />}
      />
      <IconButton
        label={t('map.showAll')}
        disabled={handle === null || bounds === null}
        onClick={() => bounds !== null && handle?.fit(bounds)}
        icon={<IconZoomReset {...icon} />}
      />
    </Toolbar>
  );
}
