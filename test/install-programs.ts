import { ensurePackages } from '../deploy/local/packages/ensure-packages.ts';
import { ensureTools } from '../deploy/local/packages/ensure-tools.ts';
import { prometheusTools } from '../deploy/prometheus/tools.ts';
import { clamdTools, exiftoolTools, swiftTools } from '../services/evidence/test/tools.ts';

/** Installs all programs that tests start, before the CPU seconds of the tests are counted. */
export async function installPrograms(progress: (line: string) => void): Promise<void> {
  try {
    await ensurePackages(progress);
    await ensureTools({ ...swiftTools, ...clamdTools, ...exiftoolTools, ...prometheusTools }, progress);
  } catch (error) {
    progress(`${(error as Error).message}\nTests that need them will fail.`);
  }
}
