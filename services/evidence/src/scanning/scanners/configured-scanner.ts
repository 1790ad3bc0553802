import type { Log } from '@trust/service-kit/observability/log';
import type { Config } from '../../config.ts';
import { clamdScanner } from './clamd-scanner.ts';
import { eicarScanner } from './eicar-scanner.ts';
import { type SelfTestingScanner, selfTestingScanner } from './self-testing-scanner.ts';

type ScannerConfig = Pick<Config, 'SCANNER' | 'CLAMD_ADDRESS'>;

export function configuredScanner(
  { SCANNER, CLAMD_ADDRESS }: ScannerConfig,
  { now, log }: { now: () => Date; log: Log },
): SelfTestingScanner | undefined {
  if (SCANNER === 'clamd') return selfTestingScanner(clamdScanner(CLAMD_ADDRESS), { now, log });
  if (SCANNER === 'none') {
    log.warn('No scanner configured; evidence stays unavailable');
    return undefined;
  }
  log.warn('Scanner detects the EICAR file only');
  return selfTestingScanner(eicarScanner, { now, log });
}
