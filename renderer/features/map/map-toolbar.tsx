import { Box, Menu, Select } from '@mantine/core';
import { IconMap, IconMarquee2, IconMinus, IconPlus, IconZoomReset } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { t } from 'i18next';
import type { Column } from '#shared/api/column.ts';
import { reportFailure } from '../../backend/failure.ts';
import { chooseMapBackground, removeMapBackground, shellSettingsQuery } from '../../backend/settings.ts';
import type { Bounds } from '../../lib/geometry/geometry-bounds.ts';
import { IconButton, IconMenu, MenuItem, PlainButton } from '../../ui/actions/icon-button.tsx';
import { Toolbar } from '../../ui/actions/toolbar.tsx';
import { hint } from '../../ui/tooltip/hint.ts';
import type { MapHandle } from './engine/map-canvas.tsx';
import styles from './map.module.css';

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

function colourChoices(columns: readonly Column[]) {
  return columns
    .filter((column) => column.type !== 'geometry')
    .map((column) => ({ value: column.name, label: column.label || column.name }));
}

/** The actions of the map. */
export function MapToolbar(props: MapToolbarProps) {
  const { columns, colourBy, onColourBy, handle, bounds, selecting, onSelecting, onBox } = props;
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
      <PlainButton
        text={t('map.selectArea')}
        variant={selecting ? 'light' : 'default'}
        size="compact-sm"
        aria-pressed={selecting}
        {...hint(t('map.selectAreaHint'))}
        leftSection={<IconMarquee2 size={14} stroke={1.5} aria-hidden />}
        onClick={() => onSelecting(!selecting)}
      />
      <PlainButton
        text={t('map.filterToView')}
        size="compact-sm"
        disabled={handle === null}
        onClick={() => handle !== null && onBox(handle.bounds())}
      />
      <Box flex={1} />
      <BackgroundMenu />
      <IconButton
        label={t('map.zoomIn')}
        disabled={handle === null}
        onClick={() => handle?.zoomBy(1)}
        icon={IconPlus}
      />
      <IconButton
        label={t('map.zoomOut')}
        disabled={handle === null}
        onClick={() => handle?.zoomBy(-1)}
        icon={IconMinus}
      />
      <IconButton
        label={t('map.showAll')}
        disabled={handle === null || bounds === null}
        onClick={() => bounds !== null && handle?.fit(bounds)}
        icon={IconZoomReset}
      />
    </Toolbar>
  );
}

/** Chooses the background of every map: country outlines, or a PMTiles file of the user. */
function BackgroundMenu() {
  const chosen = useQuery(shellSettingsQuery).data?.mapBackground ?? null;
  return (
    <IconMenu label={t('map.background')} icon={IconMap} width={280}>
      <Menu.Label>{t('map.background')}</Menu.Label>
      <Menu.RadioGroup value={chosen === null ? 'outlines' : 'file'}>
        <Menu.RadioItem value="outlines" onClick={() => void removeMapBackground().catch(reportFailure)}>
          {t('map.backgroundOutlines')}
        </Menu.RadioItem>
        {chosen !== null && <Menu.RadioItem value="file">{chosen.name}</Menu.RadioItem>}
      </Menu.RadioGroup>
      <Menu.Divider />
      <MenuItem text={t('map.backgroundChoose')} onClick={() => void chooseMapBackground().catch(reportFailure)} />
      <p className={styles.backgroundHint}>{t('map.backgroundHint')}</p>
    </IconMenu>
  );
}
