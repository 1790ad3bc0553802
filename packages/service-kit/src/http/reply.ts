import type { Readable } from 'node:stream';
import { etagOf } from './problem.ts';

/** Several values where a header comes several times, as `Set-Cookie` may. */
type Headers = Record<string, string | string[]>;

type ReplyOptions = {
  status?: number;
  headers?: Headers;
  revision?: number;
  /** False where the request changed nothing: such an answer is not kept under its `Idempotency-Key`. */
  changed?: boolean;
  /** True where `once` returned a stored response instead of running its work. */
  isReplayed?: boolean;
};

/** An answer with more than a body: another declared status, headers, the ETag of a revision. */
export class Reply<Body> {
  readonly body: Body;
  readonly status: number | undefined;
  readonly headers: Headers;
  readonly changed: boolean;
  readonly isReplayed: boolean;

  constructor(body: Body, options: ReplyOptions = {}) {
    const { status, headers = {}, revision, changed = true, isReplayed = false } = options;
    this.body = body;
    this.status = status;
    this.changed = changed;
    this.isReplayed = isReplayed;
    this.headers = revision === undefined ? headers : { ...headers, ETag: etagOf(revision) };
  }
}

/** A declared body with a status, headers or a `revision` (which becomes the ETag). */
export function reply<Body>(body: Body, options: ReplyOptions = {}): Reply<Body> {
  return new Reply(body, options);
}

/** Bytes or text that are no JSON: a document under review, a signed card. The route declares the media types it may send. */
export class RawReply {
  readonly content: Readable | string;
  readonly mediaType: string;
  readonly headers: Record<string, string>;
  readonly status: number | undefined;

  constructor(content: Readable | string, mediaType: string, headers: Record<string, string> = {}, status?: number) {
    this.content = content;
    this.mediaType = mediaType;
    this.headers = headers;
    this.status = status;
  }
}

/** Fields that a response schema has dropped, such as `items.*.note`. */
export function droppedFields(given: unknown, sent: unknown, path = ''): string[] {
  if (!isPlain(given) || !isPlain(sent)) return [];
  const dropped = Object.entries(given).flatMap(([key, value]) => {
    const place = `${path && `${path}.`}${Array.isArray(given) ? '*' : key}`;
    if (value !== undefined && !(key in sent)) return [place];
    return droppedFields(value, (sent as Record<string, unknown>)[key], place);
  });
  return [...new Set(dropped)];
}

function isPlain(value: unknown): value is object {
  return Array.isArray(value) || (typeof value === 'object' && value?.constructor === Object);
}
