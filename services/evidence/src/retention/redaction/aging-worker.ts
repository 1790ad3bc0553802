import { startLoop } from '@trust/service-kit/loop';
import type { Log } from '@trust/service-kit/observability/log';
import type { App } from '../../app.ts';
import { sendRenewalReminders } from '../../items/renewals/send-reminders.ts';
import { endDueVersions } from './end-due-versions.ts';
import { redactDueVersions } from './redact-versions.ts';

const everyMs = 10 * 60_000;

/** Every ten minutes in each replica; all jobs skip what another replica has done. */
export function startAging(app: App, log: Log): AsyncDisposable {
  return startLoop(log, 'aging starts again', async ({ sleep }) => {
    await redactDueVersions(app);
    await endDueVersions(app);
    while ((await sendRenewalReminders(app)) > 0);
    await sleep(everyMs);
  });
}
