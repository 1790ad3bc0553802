import { sourcesOf, testEveryRoute } from '@trust/service-kit/testing/every-route';
import { routes } from '../src/routes.ts';
import { startProvider } from './service.ts';

testEveryRoute(startProvider, routes, sourcesOf(import.meta.dirname));
