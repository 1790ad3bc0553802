import { gauges } from '@trust/service-kit/observability/meter';
import type { App } from '../../app.ts';
import { undecidedStates } from '../../from-other-services/cases/open-states.ts';
import { countOpenCases } from './queries.ts';

/** Cases that are not decided, and those past their service level, by state. Every state is listed. */
export async function readOpenCases({ db, now }: Pick<App, 'db' | 'now'>) {
  const counted = new Map((await countOpenCases(db, now())).map((row) => [row.state, row]));
  return undecidedStates.flatMap((state) => {
    const attributes = { 'trust.case.state': state };
    return [
      { name: 'trust.cases.open' as const, value: counted.get(state)?.open ?? 0, attributes },
      { name: 'trust.cases.overdue' as const, value: counted.get(state)?.overdue ?? 0, attributes },
    ];
  });
}

export function measureOpenCases(app: Pick<App, 'db' | 'now'>): Disposable {
  return gauges({ 'trust.cases.open': '{case}', 'trust.cases.overdue': '{case}' }, () => readOpenCases(app));
}
