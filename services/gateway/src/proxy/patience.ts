import { Problem } from '@trust/service-kit/http/problem';
import { NoAnswer } from './upstream.ts';

/** Milliseconds that an upload may pause, and that its answer may take afterwards. */
const longestPause = 30_000;

/** The slowest that a client may send a body that streams: on average, once it was waited for during `grace` milliseconds. */
export type SlowestBody = { bytesPerSecond: number; grace: number };

/** How long a request is waited for: to its deadline, or, where its body streams, as long as enough of it comes (promises I6, L4). */
export type Patience = {
  /** Calls `fail` with what to say when the time is over. */
  begin(fail: (error: Error) => void): void;
  /** Tells whose turn it is, which is whose fault it is when the time is over. */
  waitFor(whom: 'client' | 'service'): void;
  /** Bytes of the body have come. */
  received(bytes: number): void;
  end(): void;
};

/** `slowest`: of a body that streams; without it `until` is the deadline. */
export function openPatience(until: number, slowest?: SlowestBody): Patience {
  const account = slowest && accountOf(slowest);
  let waitsFor: 'client' | 'service' = 'service';
  let timer: NodeJS.Timeout | undefined;
  let fail: ((error: Error) => void) | undefined;
  const left = () => {
    if (!account) return until - performance.now();
    return waitsFor === 'client' ? account.left() : longestPause;
  };
  const arm = () => {
    clearTimeout(timer);
    if (fail) timer = setTimeout(() => fail?.(waitsFor === 'client' ? tooSlow() : new NoAnswer(false)), left());
  };
  return {
    begin(call) {
      fail = call;
      arm();
    },
    waitFor(whom) {
      if (whom === 'client') account?.start();
      else account?.stop();
      waitsFor = whom;
      if (account) arm();
    },
    received: (bytes) => account?.earn(bytes),
    end() {
      fail = undefined;
      clearTimeout(timer);
    },
  };
}

/**
 * The milliseconds that a client has been waited for, and those that its bytes have earned. Time in which the service takes nothing is
 * not the client's. What is earned is kept for one pause at most: whoever sends much at first cannot live on it for minutes.
 */
function accountOf({ bytesPerSecond, grace }: SlowestBody) {
  let [earned, spent] = [0, 0];
  let since: number | undefined;
  return {
    start() {
      since ??= performance.now();
    },
    stop() {
      if (since !== undefined) spent += performance.now() - since;
      since = undefined;
    },
    earn(bytes: number) {
      earned += (bytes / bytesPerSecond) * 1000;
      spent = Math.max(spent, earned - longestPause);
    },
    left: () => Math.max(grace, earned) - spent - (since === undefined ? 0 : performance.now() - since),
  };
}

function tooSlow(): Problem {
  return new Problem('request-timeout', undefined, { headers: { Connection: 'close' } });
}
