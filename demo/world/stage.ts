import { moveClock, readClock } from '../../deploy/local/clock.ts';
import type { TrustClient } from '../../packages/client/src/client.ts';
import { Client, eventually, type Session, unlessStatus } from '../client.ts';
import { signIn } from '../steps/sign-in.ts';
import type { Identity } from './people.ts';

type Api = TrustClient['api'];

export type Actor = {
  client: Client;
  /** Signs in again before a session is too old for what needs a recent sign-in. */
  session(): Promise<Session>;
  api(): Promise<Api>;
  identifier: string;
};

const minuteMs = 60_000;
export const dayMs = 1440 * minuteMs;

/** The platform's time, which this process alone moves. */
class WorldClock {
  readonly #dataDir: string;

  constructor(dataDir: string) {
    this.#dataDir = dataDir;
  }

  now(): Date {
    return readClock(this.#dataDir) ?? new Date();
  }

  isPresent(): boolean {
    return readClock(this.#dataDir) === undefined;
  }

  /** Stays where it is when it is later already. */
  moveTo(at: Date): void {
    if (!this.isPresent() && at > this.now()) moveClock(this.#dataDir, at);
  }

  /** Instead of waiting. At the present it waits. */
  async pass(ms: number): Promise<void> {
    if (this.isPresent()) await new Promise((resolve) => setTimeout(resolve, ms));
    else this.moveTo(new Date(this.now().getTime() + ms));
  }

  in(hours: number): string {
    return new Date(this.now().getTime() + hours * 60 * minuteMs).toISOString();
  }

  today(): string {
    return this.now().toLocaleDateString('en-CA', { timeZone: 'Europe/Paris' });
  }
}

const patienceMs = 60_000;

/** A person's own device and address. Where a limit asks to wait, the platform's time passes. */
class PersonalClient extends Client {
  readonly #clock: WorldClock;
  readonly #headers: Record<string, string>;

  constructor(url: string, clock: WorldClock, headers: Record<string, string>) {
    // A busy machine makes services refuse for a second.
    super(url, undefined, { retryMs: patienceMs });
    this.#clock = clock;
    this.#headers = headers;
  }

  override async send(request: Request): Promise<Response> {
    for (const [name, value] of Object.entries(this.#headers)) request.headers.set(name, value);
    for (;;) {
      const response = await super.send(request.clone());
      if (response.status !== 429) return response;
      await this.#clock.pass((Number(response.headers.get('retry-after') ?? 1) + 1) * 1000);
    }
  }
}

const recentMs = 4 * minuteMs;

export class Stage {
  readonly clock: WorldClock;
  readonly url: string;
  readonly #operators = new Map<string, Actor>();

  constructor(url: string, dataDir: string) {
    this.url = url;
    this.clock = new WorldClock(dataDir);
  }

  person({ email, address }: Pick<Identity, 'email' | 'address'>): Actor {
    return this.#actor(email, {
      'x-forwarded-for': address,
      'x-device-id': `device-of-${email.replace(/[^a-z0-9]/g, '-')}`,
    });
  }

  operator(name: string): Actor {
    const known = this.#operators.get(name);
    if (known) return known;
    const actor = this.#actor(`${name}@example.test`, {});
    this.#operators.set(name, actor);
    return actor;
  }

  #actor(identifier: string, headers: Record<string, string>): Actor {
    const client = new PersonalClient(this.url, this.clock, headers);
    let current: { session: Promise<Session>; until: number } | undefined;
    const session = () => {
      const now = this.clock.now().getTime();
      if (!current || now > current.until) current = { session: signIn(client, identifier), until: now + recentMs };
      return current.session;
    };
    return { client, identifier, session, api: async () => client.as(await session()).api };
  }
}

/** Until the events that it needs have arrived: until then the platform answers with one of the statuses. */
export function when<Result>(
  what: string,
  request: () => Promise<Result | undefined>,
  statuses = [404, 409],
): Promise<Result> {
  return eventually(what, () => unlessStatus(statuses, request()), patienceMs);
}

export async function idOf(actor: Actor): Promise<string> {
  return (await (await actor.api()).getAccountProfile()).id;
}
