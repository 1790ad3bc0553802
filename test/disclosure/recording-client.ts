import { randomBytes } from 'node:crypto';
import type { Session } from '../../demo/client.ts';
import { type ActorName, actorNames, actors } from '../authorization/actors.ts';
import { operations } from '../authorization/expectation.ts';
import type { World } from '../authorization/world.ts';
import { RawClient } from '../raw-client.ts';
import { type TypedText, typedIn } from './typed-texts.ts';

export type Output = { place: string; as?: ActorName; text: Buffer };
export type RecordedResponse = Output & {
  operation: string;
  service: string;
  status: number;
  requestId: string;
  traceId: string | undefined;
};

export class RecordingClient extends RawClient {
  readonly seen: RecordedResponse[] = [];
  /** What people who are no operators have typed with success. */
  readonly typed: TypedText[] = [];
  traced = true;
  readonly #names: Map<string | null, ActorName>;

  constructor({ client, sessions }: World) {
    // On a busy machine the platform may be overloaded; the response to a retry is recorded.
    super(client.url, () => {}, { retryMs: 30_000 });
    this.#names = new Map(actorNames.map((name) => [`Bearer ${sessions[name]?.accessToken}`, name]));
  }

  /** Records the answers to another session as those to an actor of the same role. */
  recordAs(name: ActorName, { accessToken }: Session): void {
    this.#names.set(`Bearer ${accessToken}`, name);
  }

  override async send(request: Request): Promise<Response> {
    const traceId = randomBytes(16).toString('hex');
    const traceparent = `00-${traceId}-${randomBytes(8).toString('hex')}-0${Number(this.traced)}`;
    request.headers.set('traceparent', traceparent);
    const isJsonBody = /json/.test(request.headers.get('content-type') ?? '');
    const body: unknown = isJsonBody ? await request.clone().json() : undefined;
    const response = await super.send(request);
    const url = new URL(request.url);
    const { pathname } = url;
    const operation = operationAt(request.method, pathname);
    if (!operation) return response;
    const head = JSON.stringify([...response.headers]);
    const content = Buffer.from(await response.clone().arrayBuffer());
    const isJson = /json/.test(response.headers.get('content-type') ?? '');
    // A problem repeats the path of the request, which discloses nothing.
    const text = isJson
      ? Buffer.from((head + content.toString()).replaceAll(pathname, ''))
      : Buffer.concat([Buffer.from(head), content]);
    const as = this.#names.get(request.headers.get('authorization')) ?? 'anonymous';
    if (response.ok && actors[as].is.kind === 'person') this.typed.push(...typedIn(operation.id, url, body));
    const requestId = request.headers.get('x-request-id') ?? '';
    const { id, service } = operation;
    const details = { operation: id, service, status: response.status, requestId };
    this.seen.push({ place: `answer ${id}`, as, text, ...details, traceId: this.traced ? traceId : undefined });
    return response;
  }
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
