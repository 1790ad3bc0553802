import { internalSecretHeader } from '@trust/contracts/actor';
import { overloaded } from '@trust/service-kit/http/overload';
import { unavailable } from '@trust/service-kit/problems/problem';
import { BrokenCircuitError, CircuitState, circuitBreaker, handleType, SamplingBreaker } from 'cockatiel';
import { Pool } from 'undici';
import type { ServiceEndpoint } from '../config.ts';

/** `unsent`: no connection. `lost`: connection closed before the response. `late`: timeout. */
type FailureReason = 'unsent' | 'lost' | 'late';

export class NoResponse extends Error {
  readonly reason: FailureReason;
  /** From 1. */
  attempt = 1;
  constructor(reason: FailureReason, cause?: unknown) {
    super(`The service did not respond: ${reason}.`, { cause });
    this.reason = reason;
  }
}

export type UpstreamOptions = {
  /** Requests in flight; further ones get 503 at once (promise L3). */
  maxInFlight?: number;
  /** Uploads and downloads in flight (promise I6). */
  maxStreams?: number;
  /** Milliseconds until an open circuit lets one request through. */
  halfOpenAfter?: number;
};

/** Requests get 503 within 3 s (promise F3); opening a connection to Postgres takes a service 2 s. */
const readTimeoutMs = 2500;

type JsonResponse = { status: number; body: unknown };

/**
 * Separate slots and connections: `streaming` requests have no deadline, and `important` ones, which are webhooks and
 * privileged operations, do not wait for the others (promise L3).
 */
export type Bulkhead = 'quick' | 'streaming' | 'important';
export type RetryOn = 'nothing' | 'unsent' | 'unsent or lost';

type Replica = {
  url: string;
  pools: Record<Bulkhead, Pool>;
  isReady: boolean;
  probesSent: number;
  /** Results of this probe and of earlier ones are stale. */
  newestResult: number;
};
/** Call `onClosing` when the response closes its connection: the replica shuts down. */
export type Target = { pool: Pool; onClosing(): void };

/** Each request earns this share of a retry, up to the maximum (promise L4). */
const retryShare = 0.1;
const maxSavedRetries = 20;

export class Upstream {
  readonly #replicas: Replica[];
  /** The header that proves that the gateway sends the request (promise A7). */
  readonly proof: readonly [name: string, value: string];
  readonly #slots: Record<Bulkhead, number>;
  readonly #inFlight: Record<Bulkhead, number> = { quick: 0, streaming: 0, important: 0 };
  readonly #circuit;
  #turn = 0;
  #savedRetries = 0;

  readonly #name: string;

  constructor(
    name: string,
    { urls, secret }: ServiceEndpoint,
    { maxInFlight = 256, maxStreams = 256, halfOpenAfter = 1000 }: UpstreamOptions = {},
  ) {
    this.#name = name;
    this.proof = [internalSecretHeader, secret];
    this.#replicas = urls.map((url) => ({
      url,
      // As many connections as slots, so that a stream never waits for one.
      pools: { quick: openPool(url, 64), streaming: openPool(url, maxStreams), important: openPool(url, 32) },
      isReady: true,
      probesSent: 0,
      newestResult: 0,
    }));
    this.#slots = { quick: maxInFlight, streaming: maxStreams, important: maxInFlight };
    this.#circuit = circuitBreaker(handleType(NoResponse), {
      halfOpenAfter,
      // Half of at least ten requests in ten seconds: one slow request must not open the circuit.
      breaker: new SamplingBreaker({ threshold: 0.5, duration: 10_000, minimumRps: 1 }),
    });
  }

  /** Each call takes the next replica. */
  nextUrl(): string {
    return this.#nextReplica().url;
  }

  /** Call it before a body is read or identity is called. */
  refuseIfFull(bulkhead: Bulkhead): void {
    if (this.#inFlight[bulkhead] >= this.#slots[bulkhead]) throw overloaded();
  }

  takeSlot(bulkhead: Bulkhead): void {
    this.refuseIfFull(bulkhead);
    this.#inFlight[bulkhead] += 1;
  }

  returnSlot(bulkhead: Bulkhead): void {
    this.#inFlight[bulkhead] -= 1;
  }

  /** Retries once, and at most a tenth of requests. No other component retries (promise L4). */
  async call<Result>(
    send: (target: Target) => Promise<Result>,
    { retryOn, bulkhead }: { retryOn: RetryOn; bulkhead: Bulkhead },
  ): Promise<Result> {
    const { state } = this.#circuit;
    // One request is testing the service: the others must not wait for it.
    if (state === CircuitState.HalfOpen) throw this.#unavailable('circuit half open');
    // A stream would test the service for too long.
    if (bulkhead === 'streaming' && state === CircuitState.Open) await this.get('/livez');
    this.#savedRetries = Math.min(maxSavedRetries, this.#savedRetries + retryShare);
    try {
      return await this.#circuit.execute(() => this.#send((replica) => send(targetOf(replica, bulkhead)), retryOn));
    } catch (error) {
      if (error instanceof BrokenCircuitError) throw this.#unavailable('circuit open');
      if (!(error instanceof NoResponse)) throw error;
      throw this.#unavailable(error.reason, { attempt: error.attempt, err: error.cause });
    }
  }

  async get(path: string): Promise<JsonResponse> {
    const send = async ({ pool }: Target) => {
      try {
        const [name, secret] = this.proof;
        const headers = { [name]: secret };
        const response = await pool.request({
          path,
          method: 'GET',
          headers,
          signal: AbortSignal.timeout(readTimeoutMs),
        });
        return { status: response.statusCode, body: await response.body.json().catch(() => undefined) };
      } catch (error) {
        throw new NoResponse((error as Error).name === 'TimeoutError' ? 'late' : 'lost', error);
      }
    };
    this.takeSlot('quick');
    try {
      return await this.call(send, { retryOn: 'unsent or lost', bulkhead: 'quick' });
    } finally {
      this.returnSlot('quick');
    }
  }

  async #send<Result>(send: (replica: Replica) => Promise<Result>, retryOn: RetryOn): Promise<Result> {
    const replica = this.#nextReplica();
    try {
      return await send(replica);
    } catch (error) {
      if (!(error instanceof NoResponse) || error.reason === 'late') throw error;
      markNotReady(replica);
      if (!isRetryable(error, retryOn) || this.#savedRetries < 1) throw error;
      this.#savedRetries -= 1;
      return await send(this.#nextReplica()).catch((second: unknown) => {
        if (second instanceof NoResponse) second.attempt = 2;
        throw second;
      });
    }
  }

  #unavailable(reason: string, details: { attempt?: number; err?: unknown } = {}) {
    return unavailable(
      { upstream: this.#name, reason, ...details },
      {
        en: 'A backend service is unavailable. Retry in one second.',
        fr: 'Un service de la plateforme est indisponible. Réessayez dans une seconde.',
      },
    );
  }

  /** If no replica is ready, any: it may still respond. */
  #nextReplica(): Replica {
    const ready = this.#replicas.filter(({ isReady }) => isReady);
    const candidates = ready.length > 0 ? ready : this.#replicas;
    this.#turn = (this.#turn + 1) % candidates.length;
    return candidates[this.#turn] as Replica;
  }

  /** Returns whether at least one replica is ready. */
  async probe(): Promise<boolean> {
    await Promise.all(this.#replicas.map(probeReplica));
    return this.#replicas.some(({ isReady }) => isReady);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    const pools = this.#replicas.flatMap(({ pools }) => Object.values(pools));
    await Promise.all(pools.map((pool) => pool.destroy()));
  }
}

function targetOf(replica: Replica, bulkhead: Bulkhead): Target {
  return { pool: replica.pools[bulkhead], onClosing: () => markNotReady(replica) };
}

/** Overrides the probes in flight, which are older. */
function markNotReady(replica: Replica): void {
  replica.isReady = false;
  replica.newestResult = replica.probesSent;
}

/** Probes of a slow replica overlap: an older result must not replace a newer one. */
async function probeReplica(replica: Replica): Promise<void> {
  replica.probesSent += 1;
  const probe = replica.probesSent;
  const signal = AbortSignal.timeout(2000);
  const isReady = await fetch(new URL('/readyz', replica.url), { signal })
    .then(async (response) => {
      await response.body?.cancel();
      return response.ok;
    })
    // Also if the body fails: nobody awaits a probe, and its rejection would end the process.
    .catch(() => false);
  if (probe <= replica.newestResult) return;
  replica.newestResult = probe;
  replica.isReady = isReady;
}

function isRetryable({ reason }: NoResponse, retryOn: RetryOn): boolean {
  return reason === 'unsent' ? retryOn !== 'nothing' : reason === 'lost' && retryOn === 'unsent or lost';
}

function openPool(url: string, connections: number): Pool {
  return new Pool(url, {
    connections,
    // RequestTimeout limits the wait for headers; bodyTimeout limits gaps in a started response.
    headersTimeout: 0,
    bodyTimeout: 10_000,
    connect: { timeout: 1000 },
    keepAliveTimeout: 60_000,
  });
}
