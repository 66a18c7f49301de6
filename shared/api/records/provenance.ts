import { type Static, Type } from 'typebox';
import { record } from '../../schema-parts.ts';

/** Maximum length of each of the texts, in characters. */
export const maxProvenanceLength = 2000;

const text = (description: string) => Type.String({ maxLength: maxProvenanceLength, description });

const fields = {
  licence: text('The terms for using the data: a name or an address. If empty, those of its newest version.'),
  source: text('Where the data come from. May be empty.'),
  contact: text('Contact for questions about the data. May be empty.'),
};

/**
 * The provenance of a dataset, independent of its versions (`provenance/`, an extension); it can be changed at any
 * time.
 */
export const Provenance = record('Provenance', fields);
export type Provenance = Static<typeof Provenance>;

export const ProvenanceWrite = Type.Partial(Type.Object(fields), { title: 'ProvenanceWrite' });
export type ProvenanceWrite = Static<typeof ProvenanceWrite>;
