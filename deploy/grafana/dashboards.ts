import { eventFlow } from './source/event-flow.ts';
import { onCall } from './source/on-call.ts';
import { platform } from './source/platform.ts';
import { service } from './source/service.ts';
import { trustWork } from './source/trust-work.ts';

export const dashboards = [onCall, platform, service, eventFlow, trustWork].map((page) => page.build());
