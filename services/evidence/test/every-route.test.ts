import { sourcesOf, testEveryRoute } from '@trust/service-testing/every-route';
import { testRefusals } from '@trust/service-testing/refusals';
import { routes } from '../src/routes.ts';
import { startEvidence } from './service.ts';

testEveryRoute(startEvidence, routes, sourcesOf(import.meta.dirname));
testRefusals(startEvidence, routes);
