import type { Client, FetchOptions, ParseAs, ParseAsResponse } from 'openapi-fetch';
import type { operations, paths } from './generated/contract.ts';
import { type OperationId, type OperationTraits, operationTraits } from './generated/operations.ts';
import { problemOf } from './problem.ts';

/** `params`, `body`, `headers`, `signal` and `parseAs` of an operation. */
export type OperationInput<Id extends OperationId> = FetchOptions<operations[Id]>;

/** The JSON body of a success; with `parseAs: 'blob'` or `'text'`, that. */
export type OperationResult<Id extends OperationId, As extends ParseAs = 'json'> = ParseAsResponse<
  JsonOf<operations[Id]['responses']>,
  { parseAs: As }
>;

// Not `FetchResponse` of openapi-fetch: it turns `string & {}` of open enums into an object type.
type JsonOf<Responses> = {
  [Status in keyof Responses & (200 | 201 | 202 | 204)]: Responses[Status] extends {
    content: { 'application/json': infer Body };
  }
    ? Body
    : undefined;
}[keyof Responses & (200 | 201 | 202 | 204)];

type Answer<Id extends OperationId, As extends ParseAs> = { data: OperationResult<Id, As>; response: Response };
type Input<Id extends OperationId, As extends ParseAs> = OperationInput<Id> & { parseAs?: As };

type Operation<Id extends OperationId> =
  object extends OperationInput<Id>
    ? {
        <As extends ParseAs = 'json'>(input?: Input<Id, As>): Promise<OperationResult<Id, As>>;
        withResponse<As extends ParseAs = 'json'>(input?: Input<Id, As>): Promise<Answer<Id, As>>;
      }
    : {
        <As extends ParseAs = 'json'>(input: Input<Id, As>): Promise<OperationResult<Id, As>>;
        withResponse<As extends ParseAs = 'json'>(input: Input<Id, As>): Promise<Answer<Id, As>>;
      };

/** Each operation id is a function. It returns the body or throws a `ProblemError`; `withResponse` adds the rest. */
export type OperationsApi = { readonly [Id in OperationId]: Operation<Id> };

export function createApi(http: Client<paths>): OperationsApi {
  const send = http.request as (method: string, path: string, input?: object) => Promise<Outcome>;
  const functions = Object.entries<OperationTraits>(operationTraits).map(([id, { method, path }]) => {
    async function withResponse(input?: object) {
      const { data, error, response } = await send(method, path, input);
      if (!response.ok) throw problemOf(response, error);
      return { data, response };
    }
    return [id, Object.assign(async (input?: object) => (await withResponse(input)).data, { withResponse })];
  });
  return Object.fromEntries(functions);
}

type Outcome = { data?: unknown; error?: unknown; response: Response };
