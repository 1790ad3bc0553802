import { randomUUID } from 'node:crypto';
import { Client, deviceId, eventually, type Session } from '../demo/client.ts';

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
export type Answer<Body> = { status: number; body: Body; headers: Headers; requestId: string };
export type Problem = {
  type: string;
  title: string;
  status: number;
  detail: string;
  requestId: string;
  errors: { field: string; code: string }[];
};
export type CallOptions = {
  as?: Session | undefined;
  body?: unknown;
  headers?: Record<string, string>;
};

/** Sends what the typed client does not: invalid bodies, other people's ids, cookies. Returns every status. */
export class RawClient extends Client {
  /** Paths are below `/api/v1`, except `/dev` and `/.well-known`. */
  async call<Body = unknown>(method: Method, path: string, options: CallOptions = {}): Promise<Answer<Body>> {
    const requestId = randomUUID();
    const { as, body: json } = options;
    const headers: Record<string, string> = {
      'x-request-id': requestId,
      'x-device-id': deviceId,
      ...(as && { authorization: `Bearer ${as.accessToken}` }),
      // A retry with the same key repeats the response, not the work.
      ...(as && method === 'POST' && { 'idempotency-key': randomUUID() }),
      ...(json !== undefined && { 'content-type': 'application/json' }),
      ...options.headers,
    };
    const init = { method, headers, ...(json !== undefined && { body: JSON.stringify(json) }) };
    const response = await this.send(new Request(this.#address(path), init));
    const isJson = /[/+]json$/.test(response.headers.get('content-type')?.split(';')[0] ?? '');
    const body = isJson ? await response.json() : Buffer.from(await response.arrayBuffer());
    return { status: response.status, body: body as Body, headers: response.headers, requestId };
  }

  expect<Body>(status: number, method: Method, path: string, options: CallOptions = {}): Promise<Answer<Body>> {
    return this.expectOneOf<Body>([status], method, path, options);
  }

  async expectOneOf<Body>(
    statuses: number[],
    method: Method,
    path: string,
    options: CallOptions = {},
  ): Promise<Answer<Body>> {
    return expected(statuses, method, path, await this.call<Body>(method, path, options));
  }

  /** What an operator decides about content that they got a moment ago: the read counts within seconds. */
  async decideAfterRead<Body>(path: string, options: CallOptions): Promise<Answer<Body>> {
    return eventually('the read counts', async () => {
      const answer = await this.call<Body>('POST', path, options);
      const type = answer.status === 409 ? (answer.body as Problem).type : '';
      return type.endsWith('/content-not-read') ? undefined : expected([200, 201], 'POST', path, answer);
    });
  }

  #address(path: string): string {
    if (/^https?:/.test(path)) return path;
    return `${this.url}${/^\/(dev|\.well-known|api\/v1)\//.test(path) ? '' : '/api/v1'}${path}`;
  }
}

function expected<Body>(statuses: number[], method: Method, path: string, answer: Answer<Body>): Answer<Body> {
  const { status, body, requestId } = answer;
  if (statuses.includes(status)) return answer;
  const text = Buffer.isBuffer(body) ? `${body.length} bytes` : JSON.stringify(body, null, 2);
  throw new Error(`${method} ${path}: expected ${statuses.join(' or ')}, got ${status}\nrequest ${requestId}\n${text}`);
}
