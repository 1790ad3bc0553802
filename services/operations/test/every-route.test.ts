import { sourcesOf, testEveryRoute } from '@trust/service-kit/testing/every-route';
import { routes } from '../src/routes.ts';
import { startOperations } from './service.ts';

testEveryRoute(startOperations, routes, sourcesOf(import.meta.dirname));
