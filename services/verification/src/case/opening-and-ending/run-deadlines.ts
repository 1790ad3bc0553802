import { startLoop } from '@trust/service-kit/loop';
import type { Log } from '@trust/service-kit/observability/log';
import type { App } from '../../app.ts';
import { judgeWhatCame } from '../arriving-evidence/judge-what-came.ts';
import { insertReminder, lockDueReminders, lockLapsedEvidenceCases, lockOverdueCases } from '../corrections/queries.ts';
import { reminderDays } from '../corrections/transitions.ts';
import { applyEffects } from '../effects/effects.ts';
import { notifyProvider } from '../effects/notify-provider.ts';
import { moveCase } from '../record/move-case.ts';
import { lockEmptyCases } from './queries.ts';
import { withdrawUnfrozenCases } from './withdraw-unfrozen-cases.ts';

const everyMs = 10 * 60_000;
const batch = 100;

/** In every replica: locks and the key of a reminder make a step happen once (docs/domain/review-and-duties.md 25). */
export function startDeadlines(app: App, log: Log): AsyncDisposable {
  return startLoop(log, 'Correction deadlines failed; restarting', async ({ sleep }) => {
    while ((await reviewLapsedEvidence(app)) > 0);
    while ((await expireOverdueCases(app)) > 0);
    while ((await expireEmptyCases(app)) > 0);
    while ((await sendCorrectionReminders(app)) > 0);
    while (await withdrawUnfrozenCases(app));
    await sleep(everyMs);
  });
}

/** Records what every read computes already (promise M4). Returns how many cases it expired. */
export function expireOverdueCases(app: App): Promise<number> {
  return app.db.transact(async (trx) => {
    const overdue = await lockOverdueCases(trx, app.now(), batch);
    for (const found of overdue) await applyEffects(trx, app, [await moveCase(trx, found, 'expired', app.now())]);
    return overdue.length;
  });
}

/** A document that arrives before keeps its case. Returns how many cases it expired. */
export function expireEmptyCases(app: App): Promise<number> {
  return app.db.transact(async (trx) => {
    const empty = await lockEmptyCases(trx, app.now(), batch);
    for (const found of empty) await applyEffects(trx, app, [await moveCase(trx, found, 'expired', app.now())]);
    return empty.length;
  });
}

/** Returns how many evidence cases of appeals it sent to review. */
export function reviewLapsedEvidence(app: App): Promise<number> {
  return app.db.transact(async (trx) => {
    const lapsed = await lockLapsedEvidenceCases(trx, app.now(), { limit: batch });
    for (const found of lapsed) await judgeWhatCame(trx, app, found);
    return lapsed.length;
  });
}

/** Returns how many reminders were due. */
export function sendCorrectionReminders(app: App): Promise<number> {
  return app.db.transact(async (trx) => {
    const now = app.now();
    const due = await lockDueReminders(trx, { now, days: reminderDays, limit: batch });
    for (const reminder of due) {
      if (!(await insertReminder(trx, reminder, now))) continue;
      await notifyProvider(trx, reminder, 'correction_due', {
        daysLeft: reminder.days_before,
        dueAt: reminder.due_at.toISOString(),
      });
    }
    return due.length;
  });
}
