import type { Readable } from 'node:stream';
import { Problem, unavailable } from '@trust/service-kit/http/problem';
import { SpanKind, withSpan } from '@trust/service-kit/observability/telemetry';
import type { Request, Response } from 'express';
import type { Dispatcher } from 'undici';
import { headersFor, type Outgoing, returnHeaders } from './hop-headers.ts';
import { discardRest, readBody, streamBody } from './request-body.ts';
import { type MinimumRate, type RequestTimeout, requestTimeout } from './request-timeout.ts';
import type { Operation } from './routing.ts';
import { NoResponse, type RetryOn, type Target, type Upstream } from './upstream.ts';

/** A client that reads nothing of a response for so long loses its connection. */
const maxUnreadMs = 30_000;

type Exchange = { request: Request; response: Response; timeout: RequestTimeout };
/** The status and headers have been sent. */
type Started = { ended: Promise<void> };

/** Resolves when the response is sent. `dispatch` saves a stream (`performance.md` rule 3). */
export async function forward(
  request: Request,
  response: Response,
  upstream: Upstream,
  {
    service,
    maxBodyBytes,
    streamsBody,
    bulkhead,
  }: Pick<Operation, 'service' | 'maxBodyBytes' | 'streamsBody' | 'bulkhead'>,
  outgoing: Outgoing,
  minimumRate: MinimumRate,
): Promise<void> {
  const timeout = requestTimeout(outgoing.deadline, streamsBody ? minimumRate : undefined);
  const body = await (streamsBody ? streamBody : readBody)(request, maxBodyBytes, timeout);
  const send = (target: Target) =>
    new Promise<Started>((onStarted, onFailed) => {
      const options: Dispatcher.DispatchOptions = {
        method: request.method as Dispatcher.HttpMethod,
        path: request.originalUrl,
        headers: { ...headersFor(request, outgoing), ...upstream.proof },
        body: body as Readable | null,
      };
      target.pool.dispatch(options, responseHandler({ request, response, timeout }, target, { onStarted, onFailed }));
    });
  try {
    using _slot = upstream.acquireSlot(bulkhead);
    // Without a response, only the name tells which service failed.
    await withSpan({ name: `${request.method} ${service}`, kind: SpanKind.CLIENT }, async () => {
      const { ended } = await upstream.call(send, { retryOn: retryOn(request.method, streamsBody), bulkhead });
      await ended;
    });
  } finally {
    timeout.stop();
    discardRest(request);
  }
}

/** A stream cannot be read twice; a POST or PATCH must not run twice. */
function retryOn(method: string, streamsBody: boolean): RetryOn {
  if (streamsBody) return 'nothing';
  return /^(GET|HEAD|PUT|DELETE)$/.test(method) ? 'unsent or lost' : 'unsent';
}

function responseHandler(
  { request, response, timeout }: Exchange,
  target: Target,
  { onStarted, onFailed }: { onStarted: (started: Started) => void; onFailed: (error: Error) => void },
): Dispatcher.DispatchHandler {
  const { promise: ended, resolve: end } = Promise.withResolvers<void>();
  let controller: Dispatcher.DispatchController | undefined;
  let abortedBy: Error | undefined;
  let hasStarted = false;
  const abort = (error: Error) => {
    abortedBy = error;
    controller?.abort(error);
    onFailed(error);
  };
  timeout.start(abort);
  // Before the request has a connection: it must not start after its client has left.
  response.once('close', () => {
    if (!response.writableFinished) abort(clientClosed());
  });
  if (response.destroyed) abort(clientClosed());
  return {
    onRequestStart(dispatch) {
      controller = dispatch;
      if (abortedBy) dispatch.abort(abortedBy);
    },
    onResponseStart(dispatch, status, headers) {
      if (status < 200) return;
      timeout.stop();
      if (headers.connection === 'close') target.onClosing();
      response.statusCode = status;
      returnHeaders(response, headers);
      response.on('drain', () => dispatch.resume());
      hasStarted = true;
      onStarted({ ended });
    },
    onResponseData(dispatch, chunk) {
      if (response.write(chunk)) return;
      dispatch.pause();
      if (response.listenerCount('timeout') === 0) response.setTimeout(maxUnreadMs, () => response.destroy());
    },
    onResponseEnd() {
      response.end();
      end();
    },
    onResponseError(_controller, error) {
      if (!hasStarted) onFailed(causeOf(error, request, response, controller !== undefined));
      // Only a closed connection tells the client that a started response is incomplete.
      else response.destroy(error);
      end();
    },
  };
}

function causeOf(error: Error, request: Request, response: Response, wasSent: boolean): Error {
  if (error instanceof Problem || error instanceof NoResponse) return error;
  // A completely read request is destroyed as well, although its client awaits the response.
  const hasClientLeft = response.destroyed || (request.destroyed && !request.complete);
  return hasClientLeft ? clientClosed() : new NoResponse(wasSent ? 'lost' : 'unsent', error);
}

/** Never sent: the client has left. */
function clientClosed(): Problem {
  return unavailable();
}
