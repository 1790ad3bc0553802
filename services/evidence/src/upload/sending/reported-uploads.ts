import { startLoop } from '@trust/service-kit/loop';
import type { Log } from '@trust/service-kit/observability/log';
import type { App } from '../../app.ts';
import { recordArrivedParts } from './record-arrived-parts.ts';

const everyMs = 1000;

/** Asks the store about the uploads that it has reported, once each. */
export async function checkReportedUploads(app: App): Promise<void> {
  for (const name of app.reportedUploads) {
    app.reportedUploads.delete(name);
    await recordArrivedParts(app, name);
  }
}

export function startReportedUploads(app: App, log: Log): AsyncDisposable {
  return startLoop(log, 'The check of reported uploads failed', async ({ sleep }) => {
    await checkReportedUploads(app);
    await sleep(everyMs);
  });
}
