import type { ListId, Operations } from './generated/contract.ts';
import { type OperationId, type OperationTraits, operationTraits } from './generated/operations.ts';
import { problemOf } from './problem.ts';
import type { CallInput } from './request.ts';

type Formats = { blob: Blob; text: string; arrayBuffer: ArrayBuffer; stream: ReadableStream<Uint8Array> | null };
export type ParseAs = 'json' | keyof Formats;

type CallOptions = {
  headers?: Readonly<Record<string, string>>;
  signal?: AbortSignal | null;
  /** Milliseconds for each attempt; 0 for none. Default: that of the client, and for streams until they begin. */
  timeoutMs?: number;
};

/** `params`, `body`, `headers`, `signal` and `timeoutMs` of an operation. */
export type OperationInput<Id extends OperationId> = Operations[Id]['input'] & CallOptions;

/** The JSON body of a success; with `parseAs: 'blob'`, `'text'`, `'arrayBuffer'` or `'stream'`, that. */
export type OperationResult<Id extends OperationId, As extends ParseAs = 'json'> = As extends keyof Formats
  ? Formats[As]
  : Operations[Id]['result'];

/** An item of a list. */
export type ListItem<Id extends ListId> = Operations[Id]['result'] extends { items: readonly (infer Item)[] }
  ? Item
  : never;

type Answer<Id extends OperationId, As extends ParseAs> = { data: OperationResult<Id, As>; response: Response };
type Input<Id extends OperationId, As extends ParseAs> = OperationInput<Id> & { parseAs?: As };

type Arguments<Id extends OperationId, As extends ParseAs> = object extends Operations[Id]['input']
  ? [input?: Input<Id, As>]
  : [input: Input<Id, As>];

interface Operation<Id extends OperationId> {
  <As extends ParseAs = 'json'>(...input: Arguments<Id, As>): Promise<OperationResult<Id, As>>;
  withResponse<As extends ParseAs = 'json'>(...input: Arguments<Id, As>): Promise<Answer<Id, As>>;
}

/** Each operation id is a function. It returns the body or throws a `ProblemError`; `withResponse` adds the rest. */
export type OperationsApi = { readonly [Id in OperationId]: Operation<Id> };

export type AnyInput = CallInput & { parseAs?: ParseAs; timeoutMs?: number };
export type Send = (traits: OperationTraits, input: AnyInput) => Promise<Response>;

export function createApi(send: Send): OperationsApi {
  const functions = Object.entries(operationTraits).map(([id, traits]) => {
    async function withResponse(input: AnyInput = {}) {
      const response = await send(traits, input);
      if (!response.ok) throw problemOf(response, await jsonOf(response).catch(() => undefined));
      return { data: await contentOf(response, input.parseAs ?? 'json'), response };
    }
    return [id, Object.assign(async (input?: AnyInput) => (await withResponse(input)).data, { withResponse })];
  });
  return Object.fromEntries(functions);
}

function contentOf(response: Response, as: ParseAs): Promise<unknown> | ReadableStream | null {
  if (as === 'stream') return response.body;
  return as === 'json' ? jsonOf(response) : response[as]();
}

/** Undefined for a response without JSON, such as 204 or an image. */
async function jsonOf(response: Response): Promise<unknown> {
  if (!/[/+]json\b/.test(response.headers.get('content-type') ?? '')) return undefined;
  return response.json();
}
