import { expect, it } from 'vitest';
import { explain, failure, inTurn } from '#shared/failures.ts';
import { statementProblem } from './statement-problem.ts';

const refused = (said: string) =>
  failure('bad-query', inTurn(explain('request-refused', { host: 'h', status: 400 }), explain('it-says', { said })));

it('finds the service’s message and its place', () => {
  expect(statementProblem(refused('sql: Line 2, column 8: no column clust.'))).toEqual({
    text: 'Line 2, column 8: no column clust.',
    field: 'sql',
    place: { line: 2, column: 8 },
  });
  expect(statementProblem(refused('sql: A value cannot be computed: Out of range'))).toEqual({
    text: 'A value cannot be computed: Out of range',
    field: 'sql',
    place: null,
  });
});

it('leaves other failures alone', () => {
  expect(statementProblem(failure('offline', explain('unreachable', { host: 'h' })))).toBeNull();
  expect(statementProblem(failure('bad-query', explain('more-groups-than-calculated', { host: 'h' })))).toBeNull();
});
