import type { Readable } from 'node:stream';
import { Problem, unavailable } from '@trust/service-kit/http/problem';
import { SpanKind, withSpan } from '@trust/service-kit/observability/telemetry';
import type { Request, Response } from 'express';
import type { Dispatcher, Pool } from 'undici';
import { headersFor, type Outgoing, returnHeaders } from './hop-headers.ts';
import { openPatience, type Patience, type SlowestBody } from './patience.ts';
import { begunBody, dropRest, wholeBody } from './request-body.ts';
import type { Operation } from './routing.ts';
import { NoAnswer, type Upstream } from './upstream.ts';

/** Milliseconds that a client may stop reading an answer before it loses it. */
const longestUnread = 30_000;

type Exchange = { request: Request; response: Response; patience: Patience };
/** An answer whose status and headers are on their way. */
type Begun = { ended: Promise<void> };

/**
 * Passes a request on and its answer back, byte for byte, without parsing either: undici's `dispatch` writes straight to the
 * response (`performance.md` rule 3). Resolves when the answer has been sent; throws 503 if the service is away or takes too long.
 */
export async function forward(
  request: Request,
  response: Response,
  upstream: Upstream,
  { maxBodyBytes, streamsBody, pace }: Pick<Operation, 'maxBodyBytes' | 'streamsBody' | 'pace'>,
  outgoing: Outgoing,
  slowest: SlowestBody,
): Promise<void> {
  const patience = openPatience(outgoing.until, streamsBody ? slowest : undefined);
  const body = await (streamsBody ? begunBody : wholeBody)(request, maxBodyBytes, patience);
  const ask = (pool: Pool) =>
    new Promise<Begun>((begun, failed) => {
      const options: Dispatcher.DispatchOptions = {
        method: request.method as Dispatcher.HttpMethod,
        path: request.originalUrl,
        headers: { ...headersFor(request, outgoing), ...upstream.proof },
        body: body as Readable | null,
      };
      pool.dispatch(options, answerTo({ request, response, patience }, begun, failed));
    });
  const mayRepeat = !streamsBody && /^(GET|HEAD|PUT|DELETE)$/.test(request.method);
  try {
    using _place = upstream.enter(pace);
    await withSpan({ name: request.method, kind: SpanKind.CLIENT }, async () => {
      const { ended } = await upstream.call(ask, { mayRepeat, pace });
      await ended;
    });
  } finally {
    patience.end();
    dropRest(request);
  }
}

function answerTo(
  { request, response, patience }: Exchange,
  begun: (begun: Begun) => void,
  failed: (error: Error) => void,
): Dispatcher.DispatchHandler {
  const { promise: ended, resolve: end } = Promise.withResolvers<void>();
  let controller: Dispatcher.DispatchController | undefined;
  let givenUp: Error | undefined;
  let hasBegun = false;
  const giveUp = (error: Error) => {
    givenUp = error;
    controller?.abort(error);
    failed(error);
  };
  patience.begin(giveUp);
  // From now on, and not from the start of the request: one that stands in line for a connection would otherwise begin for nobody,
  // and keep that connection, waiting for an answer to be read.
  response.once('close', () => {
    if (!response.writableFinished) giveUp(clientGone());
  });
  if (response.destroyed) giveUp(clientGone());
  return {
    onRequestStart(started) {
      controller = started;
      if (givenUp) started.abort(givenUp);
    },
    onResponseStart(started, status, headers) {
      if (status < 200) return;
      patience.end();
      response.statusCode = status;
      returnHeaders(response, headers);
      response.on('drain', () => started.resume());
      hasBegun = true;
      begun({ ended });
    },
    onResponseData(started, chunk) {
      if (response.write(chunk)) return;
      started.pause();
      if (response.listenerCount('timeout') === 0) response.setTimeout(longestUnread, () => response.destroy());
    },
    onResponseEnd() {
      response.end();
      end();
    },
    onResponseError(_controller, error) {
      if (!hasBegun) failed(meaningOf(error, request, response));
      // An answer that has begun is not whole: only a broken connection tells the client so.
      else response.destroy(error);
      end();
    },
  };
}

/** Whose fault it is that no answer came: ours (a Problem), the client's, or the service's. */
function meaningOf(error: Error, request: Request, response: Response): Error {
  if (error instanceof Problem || error instanceof NoAnswer) return error;
  // A request whose body was read to its end is destroyed as well, while its client waits for the answer.
  const hasClientLeft = response.destroyed || (request.destroyed && !request.complete);
  return hasClientLeft ? clientGone() : new NoAnswer(true, error);
}

/** Nobody is left to read it. */
function clientGone(): Problem {
  return unavailable();
}
