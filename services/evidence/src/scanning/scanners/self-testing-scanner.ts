import { documentSizeBytes } from '@trust/contracts/document';
import type { Log } from '@trust/service-kit/observability/log';
import type { Scanner, SignatureScanner, Verdict } from '../../scanner.ts';
import { eicarProbe } from './eicar-probe.ts';

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
      let err: unknown;
      const failed = (error: unknown) => {
        err = error;
        return 'failed' as const;
      };
      last = { at, found: scanner.scan(eicarProbe(documentSizeBytes.max)).catch(failed) };
      const found = await last.found;
      if (found !== 'infected') log.error({ reason: found, err }, 'Scanner failed its EICAR self-test');
    }
    return (await last.found) === 'infected';
  };
  let areFresh = true;
  const hasFreshSignatures = async () => {
    const date = 'signaturesDate' in scanner ? await scanner.signaturesDate() : now();
    const wereFresh = areFresh;
    areFresh = date !== undefined && now().getTime() - date.getTime() <= maxSignatureAgeMs;
    const reason = date ? `of ${date.toISOString()}` : 'without a date';
    if (wereFresh && !areFresh) log.error({ reason }, 'Scanner has no signatures of the last 48 hours');
    return areFresh;
  };
  return {
    async scan(bytes) {
      if (await passesSelfTest()) {
        return scanner.scan(bytes).catch((error) => {
          // It was trusted and does not respond now.
          last = undefined;
          throw error;
        });
      }
      bytes.destroy();
      return 'failed';
    },
    isTrusted: passesSelfTest,
    ...(scanner.isUp && { isUp: scanner.isUp }),
    async condition() {
      try {
        return (await passesSelfTest()) && (await hasFreshSignatures()) ? 'ok' : 'degraded';
      } catch {
        return 'degraded';
      }
    },
  };
}
