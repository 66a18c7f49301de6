import { type Static, type TSchema, Type } from 'typebox';
import { Connection, DatasetDetails, DatasetReference, NamespaceSummary, RowPage, RowQuerySchema } from './records.ts';

function call<Parameters extends TSchema, Result extends TSchema>(parameters: Parameters, result: Result) {
  return { parameters, result } as const;
}

const nothing = Type.Object({});

/**
 * What the window may ask of the backend. One object in, one record out; both are parsed by these schemas on the far
 * side. Every call may fail with a `Failure` of `records.ts`.
 */
export const backendCalls = {
  listConnections: call(nothing, Type.Array(Connection)),
  listNamespaces: call(Type.Object({ connection: Type.String() }), Type.Array(NamespaceSummary)),
  readDataset: call(DatasetReference, DatasetDetails),
  /** `limit` is a wish: a remote service may give shorter pages, the connector fills them up. */
  readRows: call(
    Type.Object({
      reference: DatasetReference,
      query: RowQuerySchema,
      offset: Type.Integer({ minimum: 0 }),
      limit: Type.Integer({ minimum: 1, maximum: 10_000 }),
    }),
    RowPage,
  ),
} as const;

export type BackendCalls = typeof backendCalls;
export type BackendCallName = keyof BackendCalls;
export type ParametersOf<Name extends BackendCallName> = Static<BackendCalls[Name]['parameters']>;
export type ResultOf<Name extends BackendCallName> = Static<BackendCalls[Name]['result']>;

/** The backend's side of {@link backendCalls}. */
export type BackendFunctions = {
  [Name in BackendCallName]: (parameters: ParametersOf<Name>) => Promise<ResultOf<Name>>;
};
