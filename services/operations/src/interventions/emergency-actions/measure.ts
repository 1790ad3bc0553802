import { emergencyKinds } from '@trust/contracts/events/operations';
import { gauges } from '@trust/service-kit/observability/meter';
import type { App } from '../../app.ts';
import { countEmergencyActions } from './queries.ts';

const none = { active: 0, awaiting: 0, overdue: 0, seconds: 0, longest: 0 };

/** How many emergency actions are in force and for how long, and how many wait for their review or are late for it. */
export async function readEmergencyActions({ db, now }: Pick<App, 'db' | 'now'>) {
  const counted = new Map((await countEmergencyActions(db, now())).map((row) => [row.kind, row]));
  return emergencyKinds.flatMap((kind) => {
    const attributes = { 'trust.emergency.kind': kind };
    const { active, awaiting, overdue, seconds, longest } = counted.get(kind) ?? none;
    return [
      { name: 'trust.emergency_actions.active' as const, value: active, attributes },
      { name: 'trust.emergency_actions.unreviewed' as const, value: awaiting, attributes },
      { name: 'trust.emergency_actions.active_time' as const, value: seconds, attributes },
      { name: 'trust.emergency_actions.longest_active_time' as const, value: longest, attributes },
      { name: 'trust.emergency_actions.overdue' as const, value: overdue, attributes },
    ];
  });
}

export function measureEmergencyActions(app: Pick<App, 'db' | 'now'>): Disposable {
  const units = {
    'trust.emergency_actions.active': '{action}',
    'trust.emergency_actions.unreviewed': '{action}',
    'trust.emergency_actions.active_time': 's',
    'trust.emergency_actions.longest_active_time': 's',
    'trust.emergency_actions.overdue': '{action}',
  };
  return gauges(units, () => readEmergencyActions(app));
}
