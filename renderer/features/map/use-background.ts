import { useQuery } from '@tanstack/react-query';
import { addProtocol, type Map as LibreMap, removeProtocol } from 'maplibre-gl';
import { useEffect, useState } from 'react';
import { explain, type Failure, failure as failureWith } from '#shared/failures.ts';
import { BackendFailure } from '#shared/rpc/backend-failure.ts';
import { readMapBackground, shellSettingsQuery } from '../../backend/settings.ts';
import { type BackgroundFile, openBackground } from './background-file.ts';
import { backgroundLayers, backgroundSource, backgroundTiles } from './background-layers.ts';
import { rowLayerNames, token } from './engine/map-style.ts';

/** The chosen background of maps, as far as it is known. */
export interface Background {
  readonly file: BackgroundFile | null;
  /** Why the chosen file cannot be drawn; null if it can, or if none is chosen. */
  readonly failure: Failure | null;
  /** Reports that a part of the file could not be read. */
  readonly onFailed: (error: unknown) => void;
}

/** Opens the PMTiles file that the user chose as background, and again when they choose another. */
export function useBackground(): Background {
  const { data } = useQuery(shellSettingsQuery);
  const [file, setFile] = useState<BackgroundFile | null>(null);
  const [failure, setFailure] = useState<Failure | null>(null);
  const { name, bytes } = data?.mapBackground ?? { name: '', bytes: 0 };
  // biome-ignore lint/correctness/useExhaustiveDependencies: another size is another file of the same name.
  useEffect(() => {
    setFile(null);
    setFailure(null);
    if (name === '') return;
    let current = true;
    openBackground(readMapBackground).then(
      (opened) => current && setFile(opened),
      (error) => current && setFailure(unread(name, error)),
    );
    return () => {
      current = false;
    };
  }, [name, bytes]);
  return { file, failure, onFailed: (error) => setFailure(unread(name, error)) };
}

/** The main process explains read errors; anything else is damage within the file. */
function unread(file: string, error: unknown): Failure {
  if (error instanceof BackendFailure) return error.failure;
  const reason = error instanceof Error ? error.message : String(error);
  return failureWith('unexpected', explain('map-file-unread', { file, reason }));
}

let lastProtocol = 0;

/** Draws the background below the rows of a map; `scheme` and `language` say how. */
export function drawBackground(map: LibreMap, { file, onFailed }: Background, language: string): () => void {
  if (file === null) return () => undefined;
  lastProtocol += 1;
  const protocol = `background${lastProtocol}`;
  addProtocol(protocol, async ({ url }, { signal }) => {
    const [z = 0, x = 0, y = 0] = url.split('/').slice(-3).map(Number);
    try {
      const tile = await file.tiles.getZxy(z, x, y, signal);
      if (tile !== undefined) return { data: tile.data };
      return { data: file.kind === 'vector' ? new ArrayBuffer(0) : await createImageBitmap(new ImageData(1, 1)) };
    } catch (error) {
      if (!signal.aborted) onFailed(error);
      throw error;
    }
  });
  map.addSource(backgroundSource, backgroundTiles(file, `${protocol}://tiles/{z}/{x}/{y}`));
  const colours = {
    land: token('--map-land'),
    water: token('--map-water'),
    green: token('--map-green'),
    line: token('--hairline-strong'),
    road: token('--map-road'),
    text: token('--text-quiet'),
  };
  const layers = backgroundLayers(file, colours, language);
  for (const layer of layers) map.addLayer(layer, rowLayerNames[0]);
  return () => {
    // The map itself may have been removed already.
    if (map.getStyle() !== undefined) {
      for (const { id } of layers) map.removeLayer(id);
      map.removeSource(backgroundSource);
    }
    removeProtocol(protocol);
  };
}
