import { Problem } from '@trust/service-kit/problem';
import { NoAnswer } from './upstream.ts';

/** Milliseconds that an upload may pause, and that its answer may take afterwards. */
const longestPause = 30_000;

/** How long a request is waited for: to its deadline, or, where it streams, as long as it never pauses for long (promise L4). */
export type Patience = {
  /** Calls `fail` with what to say when the time is over. */
  begin(fail: (error: Error) => void): void;
  /** Tells whose turn it is, which is whose fault it is when the time is over. */
  waitFor(whom: 'client' | 'service'): void;
  end(): void;
};

export function openPatience(until: number, streams: boolean): Patience {
  let waitsFor: 'client' | 'service' = 'service';
  let timer: NodeJS.Timeout | undefined;
  return {
    begin(fail) {
      clearTimeout(timer);
      const over = () => fail(waitsFor === 'client' ? tooSlow() : new NoAnswer(false));
      timer = setTimeout(over, streams ? longestPause : until - performance.now());
    },
    waitFor(whom) {
      waitsFor = whom;
      if (streams) timer?.refresh();
    },
    end: () => clearTimeout(timer),
  };
}

function tooSlow(): Problem {
  return new Problem('request-timeout', undefined, { headers: { Connection: 'close' } });
}
