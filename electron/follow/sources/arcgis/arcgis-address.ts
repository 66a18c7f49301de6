import { addressPath, parameterOf } from '../common/address-path.ts';

export type ArcgisPlace =
  /** A layer or table, or a whole service if `layer` is null. */
  | { readonly kind: 'service'; readonly service: URL; readonly layer: number | null; readonly where: string }
  /** The directory of services, or a folder in it. */
  | { readonly kind: 'directory'; readonly address: URL }
  /** An item of ArcGIS Online, as the pages of open data sites name it. */
  | { readonly kind: 'item'; readonly id: string; readonly layer: number | null };

const itemPattern = /^([0-9a-f]{32})(?:_(\d{1,4}))?$/;

/**
 * "ArcGIS REST API": `…/rest/services/FOLDER/NAME/FeatureServer/LAYER`, also with `/query?where=…` behind it; pages of ArcGIS
 * Hub and ArcGIS Online contain the item's id, with `_LAYER` behind it.
 */
export function arcgisPlace(address: URL): ArcgisPlace | null {
  const { parts, lower } = addressPath(address);
  const at = lower.findIndex((part) => part === 'featureserver' || part === 'mapserver');
  if (at > 0) {
    const layer = /^\d{1,5}$/.test(parts[at + 1] ?? '') ? Number(parts[at + 1]) : null;
    const name = lower[at] === 'mapserver' ? 'MapServer' : 'FeatureServer';
    const path = [...parts.slice(0, at), name].map(encodeURIComponent).join('/');
    return {
      kind: 'service',
      service: new URL(`/${path}`, address),
      layer,
      where: parameterOf(address, 'where') ?? '1=1',
    };
  }
  const services = lower.findIndex((part, index) => part === 'services' && lower[index - 1] === 'rest');
  if (services > 0)
    return { kind: 'directory', address: new URL(`/${parts.map(encodeURIComponent).join('/')}`, address) };
  const named = [parameterOf(address, 'id') ?? '', ...lower.toReversed()].map((part) =>
    itemPattern.exec(part.toLowerCase()),
  );
  const found = named.find((one) => one !== null);
  const isPage =
    /(?:^|\.)arcgis\.com$/.test(address.hostname) ||
    lower.some((part) => part === 'datasets' || part === 'maps' || part === 'item.html');
  if (found == null || !isPage) return null;
  return { kind: 'item', id: found[1] ?? '', layer: found[2] === undefined ? null : Number(found[2]) };
}
