import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { publishInto, serve } from '../actions/remote-service.ts';
import { type Door, openDoor } from '../support/door.ts';

/** A service of another computer with one dataset, and the way to it. */
export interface OtherService {
  /** Address of its namespace for the walk itself, which does not take the door. */
  readonly namespace: string;
  readonly door: Door;
  close(): Promise<void>;
}

const towns = ['Aosta', 'Biella', 'Cuneo', 'Sanremo', 'San Marino', 'Östersund', 'Ferrara'];

/** Rows with texts, numbers, dates and missing values. */
function table(): string {
  const lines = Array.from({ length: 400 }, (_, row) =>
    [
      `${towns[row % towns.length]} ${String.fromCharCode(97 + (row % 26))}`,
      row % 9 === 0 ? '' : (row * 37) % 101,
      `2024-${String((row % 12) + 1).padStart(2, '0')}-15`,
      row % 5 === 0 ? '' : 'calm sea',
    ].join(','),
  );
  return `town,level,day,note\n${lines.join('\n')}\n`;
}

/** Starts the service of another store, behind a door. */
export async function startOtherService(): Promise<OtherService> {
  const folder = mkdtempSync(path.join(tmpdir(), 'almanac-walk-other-'));
  const file = path.join(folder, 'Tide gauges.csv');
  writeFileSync(file, table());
  const data = path.join(folder, 'data');
  publishInto(data, file, 'coast/tide-gauges');
  const service = await serve(data);
  const door = await openDoor(service.address);
  return {
    namespace: `${service.address}api/v1/namespaces/coast/`,
    door,
    async close() {
      await door.shut();
      await service.stop();
      rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
    },
  };
}
