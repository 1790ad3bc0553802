import { internalSecretHeader } from '@trust/contracts/actor';
import { unavailable } from '@trust/service-kit/http/problem';
import { overloaded } from '@trust/service-kit/overload';
import { BrokenCircuitError, CircuitState, circuitBreaker, handleType, SamplingBreaker } from 'cockatiel';
import { Pool } from 'undici';

/** `unsent`: no connection was made. `lost`: the connection broke before a response began. `late`: no response in time. */
type FailureReason = 'unsent' | 'lost' | 'late';

/** The service did not respond. */
export class NoResponse extends Error {
  readonly reason: FailureReason;
  constructor(reason: FailureReason, cause?: unknown) {
    super(`The service did not respond: ${reason}.`, { cause });
    this.reason = reason;
  }
}

export type UpstreamOptions = {
  /** Requests in flight to the service; further ones are refused at once (promise L3). */
  maxInFlight?: number;
  /** The same for uploads and downloads (promise I6). */
  maxStreams?: number;
  /** Milliseconds that an open circuit waits before one request tries again. */
  halfOpenAfter?: number;
};

/** The replicas of a service, and the gateway's proof to it. */
export type ServiceEndpoint = { urls: readonly string[]; secret: string };
/** `streaming` lasts as long as bytes flow; `quick` has a deadline. Neither uses slots or connections of the other. */
export type Bulkhead = 'quick' | 'streaming';
/** Failures after which a request may be sent again. */
export type RetryOn = 'nothing' | 'unsent' | 'unsent or lost';

type Replica = {
  url: string;
  pools: Record<Bulkhead, Pool>;
  isReady: boolean;
  probesSent: number;
  /** Results of this probe and of earlier ones are out of date. */
  newestResult: number;
};
/** Where to send one request. Call `onClosing` when the response closes its connection: the replica shuts down. */
export type Target = { pool: Pool; onClosing(): void };

/** The share of requests that may be sent again, and how many retries can be saved up (promise L4). */
const retryShare = 0.1;
const maxSavedRetries = 20;

/** One service behind the gateway: its replicas, their readiness, and a circuit breaker. */
export class Upstream {
  readonly #replicas: Replica[];
  /** Headers that prove to the service that the gateway sends the request (promise A7). */
  readonly proof: Readonly<Record<string, string>>;
  readonly #slots: Record<Bulkhead, number>;
  readonly #inFlight: Record<Bulkhead, number> = { quick: 0, streaming: 0 };
  readonly #circuit;
  #turn = 0;
  #savedRetries = 0;

  constructor(
    { urls, secret }: ServiceEndpoint,
    { maxInFlight = 256, maxStreams = 256, halfOpenAfter = 1000 }: UpstreamOptions = {},
  ) {
    this.proof = { [internalSecretHeader]: secret };
    this.#replicas = urls.map((url) => ({
      url,
      // A stream never waits for a connection: there are as many as slots.
      pools: { quick: openPool(url, 64), streaming: openPool(url, maxStreams) },
      isReady: true,
      probesSent: 0,
      newestResult: 0,
    }));
    this.#slots = { quick: maxInFlight, streaming: maxStreams };
    this.#circuit = circuitBreaker(handleType(NoResponse), {
      halfOpenAfter,
      // Half of at least ten in ten seconds: one slow report does not cut off a service.
      breaker: new SamplingBreaker({ threshold: 0.5, duration: 10_000, minimumRps: 1 }),
    });
  }

  /** The URL of one replica, for what all replicas answer alike. */
  get url(): string {
    return this.#nextReplica().url;
  }

  /** Throws 503 if no slot is free: before a body is read or identity is called. */
  refuseIfFull(bulkhead: Bulkhead): void {
    if (this.#inFlight[bulkhead] >= this.#slots[bulkhead]) throw overloaded();
  }

  /** Takes a slot until it is disposed of; throws 503 if none is free. */
  acquireSlot(bulkhead: Bulkhead): Disposable {
    this.refuseIfFull(bulkhead);
    this.#inFlight[bulkhead] += 1;
    return {
      [Symbol.dispose]: () => {
        this.#inFlight[bulkhead] -= 1;
      },
    };
  }

  /**
   * Sends a request to the next replica. After a failure that `retryOn` allows it is sent once more, to another replica. At most
   * a tenth of all requests is retried, and no other part of the platform retries (promise L4).
   */
  async call<Result>(
    send: (target: Target) => Promise<Result>,
    { retryOn, bulkhead }: { retryOn: RetryOn; bulkhead: Bulkhead },
  ): Promise<Result> {
    const { state } = this.#circuit;
    // While one request tries, the others do not wait for its outcome.
    if (state === CircuitState.HalfOpen) throw serviceUnavailable();
    // A short request tests whether the service is back, never a stream.
    if (bulkhead === 'streaming' && state === CircuitState.Open) await this.get('/livez');
    this.#savedRetries = Math.min(maxSavedRetries, this.#savedRetries + retryShare);
    try {
      return await this.#circuit.execute(() => this.#send((replica) => send(targetOf(replica, bulkhead)), retryOn));
    } catch (error) {
      throw error instanceof NoResponse || error instanceof BrokenCircuitError ? serviceUnavailable() : error;
    }
  }

  /** Reads a small JSON document from the service; throws 503 without a response within three seconds. */
  async get(path: string): Promise<{ status: number; body: unknown }> {
    using _slot = this.acquireSlot('quick');
    const send = async ({ pool }: Target) => {
      try {
        const response = await pool.request({
          path,
          method: 'GET',
          headers: this.proof,
          signal: AbortSignal.timeout(3000),
        });
        return { status: response.statusCode, body: await response.body.json().catch(() => undefined) };
      } catch (error) {
        throw new NoResponse((error as Error).name === 'TimeoutError' ? 'late' : 'lost', error);
      }
    };
    return await this.call(send, { retryOn: 'unsent or lost', bulkhead: 'quick' });
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
      return send(this.#nextReplica());
    }
  }

  /** The next ready replica in turn. If none is ready, any: a replica that is not ready may still respond. */
  #nextReplica(): Replica {
    const ready = this.#replicas.filter(({ isReady }) => isReady);
    const candidates = ready.length > 0 ? ready : this.#replicas;
    this.#turn = (this.#turn + 1) % candidates.length;
    return candidates[this.#turn] as Replica;
  }

  /** Probes every replica. Returns whether at least one is ready. */
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

/** What a request met is newer than the result of any probe that is under way. */
function markNotReady(replica: Replica): void {
  replica.isReady = false;
  replica.newestResult = replica.probesSent;
}

/** Probes overlap when a replica is slow. A result is dropped when a newer one is known. */
async function probeReplica(replica: Replica): Promise<void> {
  replica.probesSent += 1;
  const probe = replica.probesSent;
  const signal = AbortSignal.timeout(2000);
  const isReady = await fetch(new URL('/readyz', replica.url), { signal }).then(
    async (response) => {
      await response.body?.cancel();
      return response.ok;
    },
    () => false,
  );
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
    // The gateway has its own deadline for a request; this one is for gaps in a response that has begun.
    headersTimeout: 0,
    bodyTimeout: 10_000,
    connect: { timeout: 1000 },
    keepAliveTimeout: 60_000,
  });
}

function serviceUnavailable() {
  return unavailable({
    en: 'A backend service is unavailable. Retry in one second.',
    fr: 'Un service de la plateforme est indisponible. Réessayez dans une seconde.',
  });
}
