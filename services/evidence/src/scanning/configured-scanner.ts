import type { Log } from '@trust/service-kit/observability/log';
import type { Config } from '../config.ts';
import { clamdScanner } from './clamd-scanner.ts';
import { eicarScanner } from './eicar-scanner.ts';
import { type ProvenScanner, provenScanner } from './proven-scanner.ts';

type ScannerConfig = Pick<Config, 'SCANNER' | 'CLAMD_ADDRESS'>;

/** The scanner that the configuration names. What is weak about it is said at each start. */
export function configuredScanner(
  { SCANNER, CLAMD_ADDRESS }: ScannerConfig,
  { now, log }: { now: () => Date; log: Log },
): ProvenScanner | undefined {
  if (SCANNER === 'clamd') return provenScanner(clamdScanner(CLAMD_ADDRESS), { now, log });
  if (SCANNER === 'none') {
    log.warn('no scanner is configured: evidence stays unavailable');
    return undefined;
  }
  log.warn('the scanner knows the EICAR test file only: for development');
  return provenScanner(eicarScanner, { now, log });
}
