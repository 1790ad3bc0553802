import { randomBytes } from 'node:crypto';
import { apiBase } from '@trust/contracts/api-base';
import { type Answer, type CallOptions, Client, type Method } from '../../demo/client.ts';
import { type ActorName, actorNames } from '../authorization/actors.ts';
import { operations } from '../authorization/expectation.ts';
import type { World } from '../authorization/world.ts';

export type Output = { place: string; as?: ActorName; text: Buffer };
export type RecordedResponse = Output & {
  operation: string;
  service: string;
  status: number;
  requestId: string;
  traceId: string | undefined;
};

export class RecordingClient extends Client {
  readonly seen: RecordedResponse[] = [];
  traced = true;
  readonly #names: Map<string | undefined, ActorName>;

  constructor({ client, sessions }: World) {
    // On a busy machine the platform may be overloaded; the response to a retry is recorded.
    super(client.url, () => {}, { retryMs: 30_000 });
    this.#names = new Map(actorNames.map((name) => [sessions[name]?.accessToken, name]));
  }

  override async call<Body = unknown>(method: Method, path: string, options: CallOptions = {}): Promise<Answer<Body>> {
    const traceId = randomBytes(16).toString('hex');
    const traceparent = `00-${traceId}-${randomBytes(8).toString('hex')}-0${Number(this.traced)}`;
    const answer = await super.call<Body>(method, path, { ...options, headers: { ...options.headers, traceparent } });
    const pathname = wholePath(new URL(path, this.url).pathname);
    const operation = operationAt(method, pathname);
    if (!operation) return answer;
    const { status, headers, body, requestId } = answer;
    const head = JSON.stringify([...headers]);
    const content = Buffer.isBuffer(body) ? body : JSON.stringify(body);
    // A problem repeats the path of the request, which discloses nothing.
    const text = Buffer.isBuffer(content)
      ? Buffer.concat([Buffer.from(head), content])
      : Buffer.from((head + content).replaceAll(pathname, ''));
    const as = this.#names.get(options.as?.accessToken) ?? 'anonymous';
    const { id, service } = operation;
    const asked = { operation: id, service, status, requestId, traceId: this.traced ? traceId : undefined };
    this.seen.push({ place: `answer ${id}`, as, text, ...asked });
    return answer;
  }
}

function wholePath(pathname: string): string {
  return /^\/(api\/v1|dev|\.well-known)\//.test(pathname) ? pathname : `${apiBase}${pathname}`;
}

const templates = operations()
  .map(({ id, service, method, path }) => ({
    id,
    service,
    method,
    pattern: new RegExp(`^${path.replace(/\{\w+\}/g, '[^/]+')}$`),
    parameters: path.split('{').length,
  }))
  .sort((a, b) => a.parameters - b.parameters);

function operationAt(method: string, pathname: string) {
  return templates.find((one) => one.method === method && one.pattern.test(pathname));
}
