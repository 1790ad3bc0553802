import { startLoop } from '@trust/service-kit/loop';
import type { Log } from '@trust/service-kit/observability/log';
import type { App } from '../app.ts';
import { remindOfRenewals } from '../renewals/remind.ts';
import { redactDueVersions } from './redact-versions.ts';

const everyMs = 10 * 60_000;

/** What time alone brings about, every ten minutes. Each replica may do it: what one has done, the other does not find. */
export function startAging(app: App, log: Log): AsyncDisposable {
  return startLoop(log, 'aging starts again', async ({ sleep }) => {
    await redactDueVersions(app);
    while ((await remindOfRenewals(app)) > 0);
    await sleep(everyMs);
  });
}
