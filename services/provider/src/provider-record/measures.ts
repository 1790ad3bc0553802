import { notificationRequested } from '@trust/contracts/events/any';
import type { NotificationTemplate } from '@trust/contracts/notifications/notification-templates';
import type { MeasureReason } from '@trust/contracts/reasons/measure-reasons';
import { emit } from '@trust/service-kit/outbox/outbox';
import type { Trx } from '../app.ts';
import { tellCustomersOfStop } from '../listing/tell-customers.ts';
import type { Transition } from './transitions.ts';

const templates: Partial<Record<Transition, NotificationTemplate>> = {
  suspend: 'provider_suspended',
  reinstate: 'provider_reinstated',
  withhold: 'provider_withheld',
  release: 'provider_released',
};

/** Reasons that may mean a danger: also an investigation, and no reason at all. */
const safetyReasons: readonly (MeasureReason | null)[] = ['safety_concern', 'under_investigation', null];

export function mayBeAboutSafety(reasonCode: MeasureReason | null): boolean {
  return safetyReasons.includes(reasonCode);
}

type Measure = { providerId: string; transition: Transition; reasonCode: MeasureReason | null; at: Date };

/** Tells the representatives what operators did to their provider, and why; its customers, that it was stopped. */
export async function notifyOfMeasure(trx: Trx, { providerId, transition, reasonCode, at }: Measure): Promise<void> {
  const isForSafety = mayBeAboutSafety(reasonCode);
  if (transition === 'suspend' || transition === 'withhold')
    await tellCustomersOfStop(trx, { providerId, categoryKey: null, isForSafety, at });
  const template = templates[transition];
  if (template)
    await emit(trx, notificationRequested.provider, { userId: null, providerId, template, data: { reasonCode } });
}

type OfService = {
  template: 'service_added' | 'service_removed';
  providerId: string;
  categoryKey: string;
  reasonCode: MeasureReason | null;
};

/** Tells the representatives that operators added or removed a service, and why. */
export function notifyOfService(trx: Trx, { template, providerId, categoryKey, reasonCode }: OfService): Promise<void> {
  const data = { categoryKey, reasonCode };
  return emit(trx, notificationRequested.provider, { userId: null, providerId, template, data });
}
