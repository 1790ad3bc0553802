import { documentSizeBytes } from '@trust/contracts/document';
import type { Log } from '@trust/service-kit/observability/log';
import { eicarProbe } from './probe.ts';
import type { Scanner, SigningScanner, Verdict } from './scanner.ts';

// A scanner can be set up anew and started again at any time.
const proofLastsMs = 60 * 60_000;
// Whoever asks whether we are ready does so every few seconds.
const triesEveryMs = 10_000;
const signaturesLastMs = 48 * 60 * 60_000;

export type ProvenScanner = Scanner & {
  /** For readiness: `degraded` where nothing can be scanned, or only with old signatures (promise U3). */
  condition(): Promise<'ok' | 'degraded'>;
};

/**
 * A scanner whose word counts only after it has found the test file at the end of the largest document that there can be. One that does not
 * find it finds nothing clean.
 */
export function provenScanner(
  scanner: Scanner | SigningScanner,
  { now, log }: { now: () => Date; log: Pick<Log, 'error'> },
): ProvenScanner {
  let last: { at: number; found: Promise<Verdict> } | undefined;
  const isProven = async () => {
    const at = now().getTime();
    const age = at - (last?.at ?? Number.NEGATIVE_INFINITY);
    if (!last || age >= proofLastsMs || (age >= triesEveryMs && (await last.found) !== 'infected')) {
      last = { at, found: scanner.scan(eicarProbe(documentSizeBytes.max)).catch(() => 'failed' as const) };
      const found = await last.found;
      if (found !== 'infected')
        log.error({ reason: found }, 'the scanner does not find the EICAR test file in the largest document');
    }
    return (await last.found) === 'infected';
  };
  return {
    async scan(bytes) {
      if (await isProven()) return scanner.scan(bytes);
      bytes.destroy();
      return 'failed';
    },
    async condition() {
      try {
        return (await isProven()) && (await areFresh(scanner, now())) ? 'ok' : 'degraded';
      } catch {
        return 'degraded';
      }
    },
  };
}

async function areFresh(scanner: Scanner | SigningScanner, now: Date): Promise<boolean> {
  if (!('signaturesFrom' in scanner)) return true;
  const from = await scanner.signaturesFrom();
  return from !== undefined && now.getTime() - from.getTime() <= signaturesLastMs;
}
