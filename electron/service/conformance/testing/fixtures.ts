import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { addUser, issueToken } from '../../accounts/administer.ts';
import { createDataset } from '../../catalogue/records/datasets.ts';
import { ensureGroup } from '../../catalogue/records/groups.ts';
import { changeNamespace, createNamespace } from '../../catalogue/records/namespaces.ts';
import { publishVersion } from '../../operations/publish/publish.ts';
import type { Service } from '../../service.ts';

/** Who the tests send requests as. */
export interface Tokens {
  readonly staff: string;
  readonly owner: string;
  readonly member: string;
  readonly stranger: string;
}

/** Password of every account of the tests. */
export const password = 'correct horse battery';

/** The rows of the dataset `city/population`, as its file has them. */
export const populationCsv = [
  'year,district,inhabitants,density,remark,place',
  '1990,Altstadt,7000,958.9041,estimate,POINT (13.74 51.05)',
  '1990,Neustadt,7037,963.9726,,POINT (13.75 51.06)',
  '1991,Südvorstadt,9007199254740993,0.5,"a ""quoted"", text",',
  '1991,Äußere Neustadt,-9223372036854775808,,"two\nlines",POINT (13.76 51.07)',
  '1992,Löbtau,9223372036854775807,-1e-7,🚲,POINT (13.7 51.04)',
].join('\n');

/** Fills a service with the records that the tests use. */
export async function fill(service: Service): Promise<Tokens> {
  const { deps, dataFolder } = service;
  const { records } = deps.catalogue;
  await addUser(records, { username: 'staff', password, isStaff: true });
  const owner = await addUser(records, { username: 'owner', password, email: 'owner@example.org' });
  await addUser(records, { username: 'member', password, groups: ['statisticians'] });
  await addUser(records, { username: 'stranger', password, groups: ['guests'] });
  const group = await ensureGroup(records, 'statisticians');
  const city = await createNamespace(records, {
    slug: 'city',
    label: 'City statistics',
    description: 'Figures of a city.',
    published: true,
    ownerId: owner.id,
  });
  const hidden = await createNamespace(records, { slug: 'hidden', label: 'Hidden', ownerId: owner.id });
  const members = await createNamespace(records, { slug: 'members', label: 'Members only', published: true });
  await changeNamespace(records, members.id, { allowedGroups: [group] });
  const file = path.join(dataFolder, 'population.csv');
  await writeFile(file, populationCsv);
  const source = { path: file, format: 'csv' } as const;
  const population = await createDataset(records, { namespaceId: city.id, slug: 'population', label: 'Population' });
  const columns = [{ name: 'year', label: 'Year', description: 'Year of the count' }];
  await publishVersion(deps, population.id, source, {
    columns,
    author: 'owner',
    at: new Date('2014-03-06T07:09:11.130Z'),
  });
  await publishVersion(deps, population.id, source, { at: new Date('2015-03-06T07:09:11.130Z') });
  await createDataset(records, { namespaceId: city.id, slug: 'not-yet-filled', label: 'Nothing here yet' });
  for (const namespace of [hidden, members]) {
    const dataset = await createDataset(records, { namespaceId: namespace.id, slug: 'secret', label: 'Secret' });
    await publishVersion(deps, dataset.id, source, { author: 'owner' });
  }
  return {
    staff: await issueToken(records, 'staff'),
    owner: await issueToken(records, 'owner'),
    member: await issueToken(records, 'member'),
    stranger: await issueToken(records, 'stranger'),
  };
}
