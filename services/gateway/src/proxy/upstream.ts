import { internalSecretHeader } from '@trust/contracts/actor';
import { unavailable } from '@trust/service-kit/http/problem';
import { overloaded } from '@trust/service-kit/overload';
import { BrokenCircuitError, CircuitState, circuitBreaker, handleType, SamplingBreaker } from 'cockatiel';
import { Pool } from 'undici';

/** The service did not answer: `lost`, the connection failed before an answer began; else it took too long. */
export class NoAnswer extends Error {
  readonly lost: boolean;
  constructor(lost: boolean, cause?: unknown) {
    super(lost ? 'The connection was lost.' : 'There was no answer in time.', { cause });
    this.lost = lost;
  }
}

export type UpstreamOptions = {
  /** Requests that may be under way to the service at a time: what is over is refused at once (promise L3). */
  mostInFlight?: number;
  /** The same for uploads and downloads, which have places and connections of their own (promise I6). */
  mostStreams?: number;
  /** Milliseconds that an open circuit stays so before one request tries again. */
  halfOpenAfter?: number;
};

/** Where the replicas of a service are, and the gateway's proof to it. */
export type Place = { urls: readonly string[]; secret: string };
/** `streaming` lasts as long as its bytes flow; `quick` has a deadline. Neither takes places or connections of the other. */
export type Pace = 'quick' | 'streaming';
type Replica = { url: string; pools: Record<Pace, Pool>; ready: boolean };

/** Of the requests, how many may be sent a second time; and how many of those can be saved up (promise L4). */
const repeatShare = 0.1;
const mostRepeatsSaved = 20;

/** One service as the gateway sees it: its replicas, which of them are ready, and whether asking it makes sense at the moment. */
export class Upstream {
  readonly #replicas: Replica[];
  /** Headers that prove to the service that the gateway asks (promise A7). */
  readonly proof: Readonly<Record<string, string>>;
  readonly #most: Record<Pace, number>;
  readonly #inFlight: Record<Pace, number> = { quick: 0, streaming: 0 };
  readonly #circuit;
  #turn = 0;
  #repeats = 0;

  constructor(
    { urls, secret }: Place,
    { mostInFlight = 256, mostStreams = 256, halfOpenAfter = 1000 }: UpstreamOptions = {},
  ) {
    this.proof = { [internalSecretHeader]: secret };
    this.#replicas = urls.map((url) => ({
      url,
      // A stream never waits for a connection: there are as many as places.
      pools: { quick: openPool(url, 64), streaming: openPool(url, mostStreams) },
      ready: true,
    }));
    this.#most = { quick: mostInFlight, streaming: mostStreams };
    this.#circuit = circuitBreaker(handleType(NoAnswer), {
      halfOpenAfter,
      // Half of at least ten in ten seconds: one slow report does not cut off a service.
      breaker: new SamplingBreaker({ threshold: 0.5, duration: 10_000, minimumRps: 1 }),
    });
  }

  /** Where to ask for what every replica answers alike. */
  get url(): string {
    return this.#pick().url;
  }

  /** 503 at once if there is no place left: before anybody is asked anything, and before a body is read. */
  refuseIfFull(pace: Pace): void {
    if (this.#inFlight[pace] >= this.#most[pace]) throw overloaded();
  }

  /** Takes one of the places of requests under way, or refuses. */
  enter(pace: Pace): Disposable {
    this.refuseIfFull(pace);
    this.#inFlight[pace] += 1;
    return {
      [Symbol.dispose]: () => {
        this.#inFlight[pace] -= 1;
      },
    };
  }

  /**
   * Runs `ask` with a replica whose turn it is. A request that may be repeated, and met a connection that was lost, is tried once
   * more on another replica: no more than a tenth of all requests, and nowhere else in the platform (promise L4). A stream does not
   * try whether the service is back: a short request does that for it.
   */
  async call<Result>(
    ask: (pool: Pool) => Promise<Result>,
    { mayRepeat, pace }: { mayRepeat: boolean; pace: Pace },
  ): Promise<Result> {
    const { state } = this.#circuit;
    // While one request tries, the others do not wait for the outcome.
    if (state === CircuitState.HalfOpen) throw away();
    if (pace === 'streaming' && state === CircuitState.Open) await this.get('/livez');
    this.#repeats = Math.min(mostRepeatsSaved, this.#repeats + repeatShare);
    try {
      return await this.#circuit.execute(() => this.#ask((replica) => ask(replica.pools[pace]), mayRepeat));
    } catch (error) {
      throw error instanceof NoAnswer || error instanceof BrokenCircuitError ? away() : error;
    }
  }

  /** Asks for a small piece of JSON; 503 if there is no answer within three seconds. */
  async get(path: string): Promise<{ status: number; body: unknown }> {
    using _place = this.enter('quick');
    const ask = async (pool: Pool) => {
      try {
        const answer = await pool.request({
          path,
          method: 'GET',
          headers: this.proof,
          signal: AbortSignal.timeout(3000),
        });
        return { status: answer.statusCode, body: await answer.body.json().catch(() => undefined) };
      } catch (error) {
        throw new NoAnswer((error as Error).name !== 'TimeoutError', error);
      }
    };
    return await this.call(ask, { mayRepeat: true, pace: 'quick' });
  }

  async #ask<Result>(ask: (replica: Replica) => Promise<Result>, mayRepeat: boolean): Promise<Result> {
    const replica = this.#pick();
    try {
      return await ask(replica);
    } catch (error) {
      if (!(error instanceof NoAnswer && error.lost)) throw error;
      replica.ready = false;
      if (!mayRepeat || this.#repeats < 1) throw error;
      this.#repeats -= 1;
      return ask(this.#pick());
    }
  }

  /** The next ready replica in turn. If none says that it is ready any may still answer: readiness is more than answering. */
  #pick(): Replica {
    const ready = this.#replicas.filter((replica) => replica.ready);
    const among = ready.length > 0 ? ready : this.#replicas;
    this.#turn = (this.#turn + 1) % among.length;
    return among[this.#turn] as Replica;
  }

  /** Asks every replica whether it is ready. Whether at least one is. */
  async probe(): Promise<boolean> {
    await Promise.all(
      this.#replicas.map(async (replica) => {
        const signal = AbortSignal.timeout(2000);
        replica.ready = await fetch(new URL('/readyz', replica.url), { signal }).then(
          async (answer) => {
            await answer.body?.cancel();
            return answer.ok;
          },
          () => false,
        );
      }),
    );
    return this.#replicas.some(({ ready }) => ready);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    const pools = this.#replicas.flatMap(({ pools }) => Object.values(pools));
    await Promise.all(pools.map((pool) => pool.destroy()));
  }
}

function openPool(url: string, connections: number): Pool {
  return new Pool(url, {
    connections,
    // The deadline of a request is the gateway's own; this is for the gaps in an answer that has begun.
    headersTimeout: 0,
    bodyTimeout: 10_000,
    connect: { timeout: 1000 },
    keepAliveTimeout: 60_000,
  });
}

function away() {
  return unavailable({
    en: 'A backend service is unavailable. Retry in one second.',
    fr: 'Un service de la plateforme est indisponible. Réessayez dans une seconde.',
  });
}
