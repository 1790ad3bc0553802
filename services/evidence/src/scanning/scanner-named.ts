import type { Log } from '@trust/service-kit/log';
import type { Config } from '../config.ts';
import { eicarScanner } from './eicar-scanner.ts';
import type { Scanner } from './scanner.ts';

/** The scanner that the configuration names. What is weak about it is said at each start. */
export function scannerNamed(name: Config['SCANNER'], log: Log): Scanner | undefined {
  if (name === 'none') {
    log.warn('no scanner is configured: evidence stays unavailable');
    return undefined;
  }
  log.warn('the scanner knows the EICAR test file only: for development');
  return eicarScanner;
}
