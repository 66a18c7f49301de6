import type { Namespace } from '#shared/api/records/namespace.ts';
import { type Html, html } from '../html.ts';
import { mediaAddress } from '../media-address.ts';
import { when } from '../when.ts';
import { shortened } from './cell-text.ts';

/** The page of a namespace: its datasets, each with its description and last publication. */
export function namespacePart(namespace: Namespace): Html {
  if (namespace.datasets.length === 0) {
    return html`<section><h2>Datasets</h2><p class="quiet">No datasets yet.</p></section>`;
  }
  return html`<section><h2>Datasets</h2><ul class="list card">${namespace.datasets.map((dataset) => {
    const latest = dataset.versions.find((version) => version.ready);
    const image = dataset.thumbnail_image;
    return html`<li>${image === '' ? null : html`<img class="thumbnail" src="${mediaAddress(image)}" alt="" loading="lazy">`}<a href="${dataset.url}">${dataset.label === '' ? dataset.slug : dataset.label}</a>${dataset.hidden === true ? html` <span class="quiet">Hidden</span>` : null}
<p>${shortened(dataset.description.split('\n', 1)[0] ?? '', 240)}</p>
<p>${latest === undefined ? 'No data yet' : html`${dataset.columns.length} columns, latest version of ${when(latest.datetime)}`}</p></li>\n`;
  })}</ul></section>`;
}
