import { gauges } from '@trust/service-kit/observability/meter';
import type { Scanner } from '../../scanner.ts';

type Probed = Pick<Scanner, 'isUp'> | undefined;

/** Probes at every collection, whether or not documents wait. Only a scanner that confirms it counts as up. */
export function measureScanner(scanner: Probed): Disposable {
  return gauges({ 'trust.scanner.up': '{scanner}' }, async () => [
    { name: 'trust.scanner.up', value: (await isUp(scanner)) ? 1 : 0 },
  ]);
}

export async function isUp(scanner: Probed): Promise<boolean> {
  return (await scanner?.isUp?.().catch(() => false)) ?? false;
}
