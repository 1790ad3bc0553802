import type { Log } from '@trust/service-kit/log';
import type { Config } from '../config.ts';
import { clamdScanner } from './clamd-scanner.ts';
import { eicarScanner } from './eicar-scanner.ts';
import type { Scanner } from './scanner.ts';

type ScannerConfig = Pick<Config, 'SCANNER' | 'CLAMD_ADDRESS'>;

/** The scanner that the configuration names. What is weak about it is said at each start. */
export function configuredScanner({ SCANNER, CLAMD_ADDRESS }: ScannerConfig, log: Log): Scanner | undefined {
  if (SCANNER === 'clamd') return clamdScanner(CLAMD_ADDRESS);
  if (SCANNER === 'none') {
    log.warn('no scanner is configured: evidence stays unavailable');
    return undefined;
  }
  log.warn('the scanner knows the EICAR test file only: for development');
  return eicarScanner;
}
