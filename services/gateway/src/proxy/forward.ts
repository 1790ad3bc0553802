import type { IncomingMessage } from 'node:http';
import type { Readable } from 'node:stream';
import { discardRest } from '@trust/service-kit/http/request-body';
import { SpanKind, withSpan } from '@trust/service-kit/observability/telemetry';
import { Problem, unavailable } from '@trust/service-kit/problems/problem';
import type { Dispatcher } from 'undici';
import type { Operation } from '../contract/routing.ts';
import type { EdgeResponse } from '../edge/start-request.ts';
import { NoResponse, type RetryOn, type Target, type Upstream } from '../upstreams/upstream.ts';
import { headersFor, type Outgoing, returnedHeaders } from './hop-headers.ts';
import { hasBody, readBody, streamBody } from './request-body.ts';
import { type MinimumRate, RequestTimeout } from './request-timeout.ts';

/** A client that reads nothing of a response for so long loses its connection. */
const maxUnreadMs = 30_000;
/** Bytes of a body that are sent as text: header and body are then one write without an allocation. */
const maxTextBytes = 8192;

/** `forward` needs only this of an operation or a page. */
export type Forwarded = Pick<Operation, 'maxBodyBytes' | 'streamsBody' | 'bulkhead'> & { service: string };

/** Resolves when the response is sent. `dispatch` saves a stream (docs/architecture.md 43). */
export async function forward(
  request: IncomingMessage,
  response: EdgeResponse,
  upstream: Upstream,
  { service, maxBodyBytes, streamsBody, bulkhead }: Forwarded,
  outgoing: Outgoing,
  minimumRate: MinimumRate,
): Promise<void> {
  const timeout = new RequestTimeout(response.locals.deadline, streamsBody ? minimumRate : undefined);
  const sentBody = hasBody(request);
  const body = sentBody ? await (streamsBody ? streamBody : readBody)(request, maxBodyBytes, timeout) : null;
  // A session may end while a slow body arrives.
  const assertion = await outgoing.assertion?.();
  const method = request.method as Dispatcher.HttpMethod;
  const send = (target: Target) => {
    const options: Dispatcher.DispatchOptions = {
      method,
      path: request.url ?? '/',
      headers: [...headersFor(request, response.locals, { ...outgoing, assertion }), ...upstream.proof],
      body: body as Readable | null,
    };
    const exchange = new Exchange(request, response, timeout, target);
    target.pool.dispatch(options, exchange);
    return exchange.started;
  };
  upstream.takeSlot(bulkhead);
  try {
    // Without a response, only the name tells which service failed.
    await withSpan({ name: `${method} ${service}`, kind: SpanKind.CLIENT }, async () => {
      const { ended } = await upstream.call(send, { retryOn: retryOn(method, streamsBody), bulkhead });
      await ended;
    });
  } finally {
    upstream.returnSlot(bulkhead);
    timeout.stop();
    if (sentBody) discardRest(request);
  }
}

/** A stream cannot be read twice; a POST or PATCH must not run twice. */
function retryOn(method: string, streamsBody: boolean): RetryOn {
  if (streamsBody) return 'nothing';
  return /^(GET|HEAD|PUT|DELETE)$/.test(method) ? 'unsent or lost' : 'unsent';
}

/** One attempt at a request. `started` resolves when the status and headers are sent. */
class Exchange implements Dispatcher.DispatchHandler {
  readonly #request: IncomingMessage;
  readonly #response: EdgeResponse;
  readonly #timeout: RequestTimeout;
  readonly #target: Target;
  readonly #started = Promise.withResolvers<{ ended: Promise<void> }>();
  readonly #ended = Promise.withResolvers<void>();
  #controller: Dispatcher.DispatchController | undefined;
  #abortedBy: Error | undefined;
  #hasStarted = false;
  #length: number | undefined;

  constructor(request: IncomingMessage, response: EdgeResponse, timeout: RequestTimeout, target: Target) {
    this.#request = request;
    this.#response = response;
    this.#timeout = timeout;
    this.#target = target;
    timeout.start((error) => this.#abort(error));
    // Before the request has a connection: it must not start after its client has left.
    response.once('close', () => {
      if (!response.writableFinished) this.#abort(clientClosed());
    });
    if (response.destroyed) this.#abort(clientClosed());
  }

  get started(): Promise<{ ended: Promise<void> }> {
    return this.#started.promise;
  }

  #abort(error: Error): void {
    this.#abortedBy = error;
    this.#controller?.abort(error);
    this.#started.reject(error);
  }

  onRequestStart(controller: Dispatcher.DispatchController): void {
    this.#controller = controller;
    if (this.#abortedBy) controller.abort(this.#abortedBy);
  }

  onResponseStart(
    _controller: Dispatcher.DispatchController,
    status: number,
    headers: Record<string, string | string[] | undefined>,
  ): void {
    if (status < 200) return;
    this.#timeout.stop();
    if (headers.connection === 'close') this.#target.onClosing();
    this.#length = Number(headers['content-length']);
    this.#response.writeHead(status, returnedHeaders(this.#response, headers));
    this.#hasStarted = true;
    this.#started.resolve({ ended: this.#ended.promise });
  }

  onResponseData(controller: Dispatcher.DispatchController, chunk: Buffer): void {
    const response = this.#response;
    if (chunk.length === this.#length && chunk.length <= maxTextBytes) {
      response.end(chunk.toString('latin1'), 'latin1');
      return;
    }
    if (response.write(chunk)) return;
    controller.pause();
    if (response.listenerCount('timeout') > 0) return;
    response.setTimeout(maxUnreadMs, () => response.destroy());
    response.on('drain', () => controller.resume());
  }

  onResponseEnd(): void {
    this.#response.end();
    this.#ended.resolve();
  }

  onResponseError(_controller: Dispatcher.DispatchController, error: Error): void {
    if (this.#hasStarted)
      // Only a closed connection tells the client that a started response is incomplete.
      this.#response.destroy(error);
    else this.#started.reject(this.#causeOf(error));
    this.#ended.resolve();
  }

  #causeOf(error: Error): Error {
    if (error instanceof Problem || error instanceof NoResponse) return error;
    const [request, response] = [this.#request, this.#response];
    // A completely read request is destroyed as well, although its client awaits the response.
    const hasClientLeft = response.destroyed || (request.destroyed && !request.complete);
    return hasClientLeft ? clientClosed() : new NoResponse(this.#controller ? 'lost' : 'unsent', error);
  }
}

/** Never sent: the client has left. */
function clientClosed(): Problem {
  return unavailable({ upstream: 'client', reason: 'left' });
}
