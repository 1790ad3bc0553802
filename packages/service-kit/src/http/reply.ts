import type { Readable } from 'node:stream';
import { etagOf } from '../problems/problem.ts';

/** An array sends the header several times, as for `Set-Cookie`. */
type Headers = Record<string, string | string[]>;

type ReplyOptions = {
  status?: number;
  headers?: Headers;
  revision?: number;
  /** False if nothing changed: not stored under the `Idempotency-Key`. */
  changed?: boolean;
  /** True if `once` returned a stored response. */
  isReplayed?: boolean;
  onSent?: OnSent | undefined;
};

/** Called after the last byte was sent; not for a HEAD request, a 304 or a response that broke off. */
export type OnSent = () => Promise<void>;

export class Reply<Body> {
  readonly body: Body;
  readonly status: number | undefined;
  readonly headers: Headers;
  readonly changed: boolean;
  readonly isReplayed: boolean;
  readonly onSent: OnSent | undefined;

  constructor(body: Body, options: ReplyOptions = {}) {
    const { status, headers = {}, revision, changed = true, isReplayed = false } = options;
    this.body = body;
    this.status = status;
    this.changed = changed;
    this.isReplayed = isReplayed;
    this.onSent = options.onSent;
    this.headers = revision === undefined ? headers : { ...headers, ETag: etagOf(revision) };
  }
}

/** A response with a status, headers or a `revision`, which becomes the ETag. */
export function reply<Body>(body: Body, options: ReplyOptions = {}): Reply<Body> {
  return new Reply(body, options);
}

type RawOptions = {
  status?: number;
  onSent?: OnSent;
};

/** A response that is not JSON. The route declares its media types. */
export class RawReply {
  readonly content: Readable | string;
  readonly mediaType: string;
  readonly headers: Record<string, string>;
  readonly status: number | undefined;
  readonly onSent: OnSent | undefined;

  constructor(
    content: Readable | string,
    mediaType: string,
    headers: Record<string, string> = {},
    { status, onSent }: RawOptions = {},
  ) {
    this.content = content;
    this.mediaType = mediaType;
    this.headers = headers;
    this.status = status;
    this.onSent = onSent;
  }
}

/** Fields dropped by the response schema, such as `items.*.note`. */
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
