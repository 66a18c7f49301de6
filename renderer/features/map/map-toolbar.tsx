import { Box, Menu, Select } from '@mantine/core';
import { IconMap, IconMarquee2, IconMinus, IconPlus, IconZoomReset } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { t } from 'i18next';
import type { Column } from '#shared/api/column.ts';
import { reportFailure } from '../../backend/failure.ts';
import { changeMapBackground, shellSettingsQuery } from '../../backend/settings.ts';
import type { Bounds } from '../../lib/geometry/geometry-bounds.ts';
import { IconButton, IconMenu, MenuItem, PlainButton } from '../../ui/actions/icon-button.tsx';
import { Toolbar } from '../../ui/actions/toolbar.tsx';
import { hint } from '../../ui/tooltip/hint.ts';
import type { MapHandle } from './engine/map-canvas.tsx';
import styles from './map.module.css';

interface MapToolbarProps {
  readonly columns: readonly Column[];
  readonly colourBy: string | null;
  readonly sizeBy: string | null;
  /** Whether there are points, which alone have a size. */
  readonly hasPoints: boolean;
  readonly onColourBy: (column: string | null) => void;
  readonly onSizeBy: (column: string | null) => void;
  readonly handle: MapHandle | null;
  readonly bounds: Bounds | null;
  readonly selecting: boolean;
  readonly onSelecting: (selecting: boolean) => void;
  readonly onBox: (box: Bounds) => void;
}

/** The actions of the map. */
export function MapToolbar(props: MapToolbarProps) {
  const { columns, handle, bounds, selecting, onSelecting, onBox } = props;
  const values = columns.filter(({ type }) => type !== 'geometry');
  const numbers = columns.filter(({ type }) => type === 'integer' || type === 'float');
  return (
    <Toolbar label={t('views.map')}>
      <ByColumn label={t('map.colourBy')} columns={values} value={props.colourBy} onChange={props.onColourBy} />
      {props.hasPoints && numbers.length > 0 && (
        <ByColumn label={t('map.sizeBy')} columns={numbers} value={props.sizeBy} onChange={props.onSizeBy} />
      )}
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

interface ByColumnProps {
  readonly label: string;
  readonly columns: readonly Column[];
  readonly value: string | null;
  readonly onChange: (column: string | null) => void;
}

/** Chooses a column whose values are shown; none at first. */
function ByColumn({ label, columns, ...field }: ByColumnProps) {
  return (
    <Select
      aria-label={label}
      placeholder={label}
      data={columns.map((column) => ({ value: column.name, label: column.label || column.name }))}
      clearable
      searchable
      comboboxProps={{ withinPortal: false }}
      w={170}
      {...field}
    />
  );
}

/** Chooses the background of every map: country outlines, or a PMTiles file of the user. */
function BackgroundMenu() {
  const chosen = useQuery(shellSettingsQuery).data?.mapBackground ?? null;
  const change = (call: Parameters<typeof changeMapBackground>[0]) => () =>
    void changeMapBackground(call).catch(reportFailure);
  return (
    <IconMenu label={t('map.background')} icon={IconMap} width={280}>
      <Menu.Label>{t('map.background')}</Menu.Label>
      <Menu.RadioGroup value={chosen === null ? 'outlines' : 'file'}>
        <Menu.RadioItem value="outlines" onClick={change('removeMapBackground')}>
          {t('map.backgroundOutlines')}
        </Menu.RadioItem>
        {chosen !== null && <Menu.RadioItem value="file">{chosen.name}</Menu.RadioItem>}
      </Menu.RadioGroup>
      <Menu.Divider />
      <MenuItem text={t('map.backgroundChoose')} onClick={change('chooseMapBackground')} />
      <p className={styles.backgroundHint}>{t('map.backgroundHint')}</p>
    </IconMenu>
  );
}
