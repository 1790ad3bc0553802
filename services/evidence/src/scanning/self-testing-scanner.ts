import { documentSizeBytes } from '@trust/contracts/document';
import type { Log } from '@trust/service-kit/observability/log';
import { eicarProbe } from './eicar-probe.ts';
import type { Scanner, SignatureScanner, Verdict } from './scanner.ts';

// A scanner may be reconfigured and restarted at any time.
const testValidMs = 60 * 60_000;
const retestAfterMs = 10_000;
const maxSignatureAgeMs = 48 * 60 * 60_000;

export type SelfTestingScanner = Scanner & {
  /** `degraded` if the self-test fails or the signatures are too old (promise U3). */
  condition(): Promise<'ok' | 'degraded'>;
};

/** Trusts the scanner only while it finds the test file at the end of the largest document. */
export function selfTestingScanner(
  scanner: Scanner | SignatureScanner,
  { now, log }: { now: () => Date; log: Pick<Log, 'error'> },
): SelfTestingScanner {
  let last: { at: number; found: Promise<Verdict> } | undefined;
  const passesSelfTest = async () => {
    const at = now().getTime();
    const age = at - (last?.at ?? Number.NEGATIVE_INFINITY);
    if (!last || age >= testValidMs || (age >= retestAfterMs && (await last.found) !== 'infected')) {
      last = { at, found: scanner.scan(eicarProbe(documentSizeBytes.max)).catch(() => 'failed' as const) };
      const found = await last.found;
      if (found !== 'infected') log.error({ reason: found }, 'Scanner failed its EICAR self-test');
    }
    return (await last.found) === 'infected';
  };
  return {
    async scan(bytes) {
      if (await passesSelfTest()) return scanner.scan(bytes);
      bytes.destroy();
      return 'failed';
    },
    async condition() {
      try {
        return (await passesSelfTest()) && (await areSignaturesFresh(scanner, now())) ? 'ok' : 'degraded';
      } catch {
        return 'degraded';
      }
    },
  };
}

async function areSignaturesFresh(scanner: Scanner | SignatureScanner, now: Date): Promise<boolean> {
  if (!('signaturesDate' in scanner)) return true;
  const from = await scanner.signaturesDate();
  return from !== undefined && now.getTime() - from.getTime() <= maxSignatureAgeMs;
}
