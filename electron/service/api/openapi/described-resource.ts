import type { TObject, TSchema } from 'typebox';
import type { Rendering } from '../plugins/negotiation.ts';
import { conditionalStatuses } from '../resources/conditional.ts';
import type { Resource, Verb } from '../resources/resource.ts';
import type { QueryParameter } from './query-parameter.ts';

/** Documentation of one method. */
export interface DescribedAction {
  readonly verb: Verb;
  readonly summary: string;
  readonly parameters: readonly QueryParameter[];
  readonly body: TObject | null;
  readonly streamed: boolean;
  /** Schema of a form that may contain a file to publish. */
  readonly fileForm: TObject | null;
  readonly answers: Readonly<Record<number, TSchema | null>>;
  readonly failures: readonly number[];
}

/** Documentation of a resource. */
export interface DescribedResource {
  readonly path: string;
  readonly name: string;
  readonly description: string;
  readonly tag: string;
  readonly renderings: readonly Rendering[];
  readonly attachment: boolean;
  /** Methods that change something need credentials. */
  readonly guarded: boolean;
  readonly actions: readonly DescribedAction[];
}

/** The describable part of a resource. */
export function described<Target>(resource: Resource<Target>, renderings: readonly Rendering[]): DescribedResource {
  const { path, name, description, tag, attachment = false, mayWrite, actions } = resource;
  const verbs = Object.keys(actions) as Verb[];
  return {
    path,
    name,
    description,
    tag,
    renderings,
    attachment,
    guarded: mayWrite !== undefined,
    actions: verbs.flatMap((verb) => {
      const action = actions[verb];
      if (action === undefined) return [];
      const {
        summary,
        parameters = [],
        body = null,
        streamed = false,
        fileForm = null,
        answers,
        failures = [],
      } = action;
      const all = [...failures, ...conditionalStatuses(resource, verb)];
      return [{ verb, summary, parameters, body, streamed, fileForm, answers, failures: all }];
    }),
  };
}
