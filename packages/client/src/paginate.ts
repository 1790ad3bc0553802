import type { ListId } from './generated/contract.ts';
import type { ListItem, OperationInput, OperationsApi } from './operations-api.ts';

/** The options of the list. `params.query.limit` is the size of a page, `params.query.cursor` where to begin. */
export type PaginateOptions<Id extends ListId> = OperationInput<Id>;

export type Paginate = <Id extends ListId>(
  operation: Id,
  ...options: object extends PaginateOptions<Id> ? [options?: PaginateOptions<Id>] : [options: PaginateOptions<Id>]
) => AsyncGenerator<ListItem<Id>, void, undefined>;

type Page = { items: unknown[]; nextCursor?: string | null };
type List = (input: object) => Promise<Page>;
type Input = { params?: { query?: Record<string, unknown> }; signal?: AbortSignal | null };

/** Requests a page when its first item is asked for. */
export function createPaginate(api: OperationsApi): Paginate {
  async function* paginate(operation: ListId, input: Input = {}) {
    const list = api[operation] as unknown as List | undefined;
    if (!list) throw new TypeError(`There is no operation "${operation}".`);
    let cursor: string | null | undefined;
    do {
      // The consumer of the items may have aborted since the last request.
      if (input.signal?.aborted) throw input.signal.reason;
      const { items, nextCursor } = await list(cursor ? withCursor(input, cursor) : input);
      if (!Array.isArray(items)) throw new TypeError(`"${operation}" is no list. Call \`client.api.${operation}\`.`);
      yield* items;
      cursor = nextCursor;
    } while (cursor);
  }
  return paginate as unknown as Paginate;
}

function withCursor(input: Input, cursor: string): Input {
  return { ...input, params: { ...input.params, query: { ...input.params?.query, cursor } } };
}
