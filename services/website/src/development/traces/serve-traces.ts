import { Problem } from '@trust/service-kit/problems/problem';
import { type Request, type Response, Router } from 'express';
import { queryParameter, readerOf } from '../../page/layout.ts';
import { sendJson, sendPage, wantsPage } from '../../page/send.ts';
import { Requests, readTraces, Waterfall } from './trace-store.ts';
import { noReceiverPage, type RequestFilter, statuses, tracesPage, tracesPath } from './traces-page.ts';
import { waterfallPage } from './waterfall-page.ts';

/** Recent requests and their waterfalls, from the local receiver of `npm start`. Never in production. */
export function serveTraces(receiver: string | undefined): Router {
  const router = Router();
  router.get(tracesPath, async (request, response) => {
    const reader = readerOf(request);
    if (!receiver) return sendPage(request, response, noReceiverPage(reader), 'no-store');
    const filter = filterOf(request);
    const query = new URLSearchParams({ ...filter, limit: '100' });
    const { requests } = (await readTraces(`${receiver}/requests?${query}`, Requests)) ?? { requests: [] };
    send(request, response, requests, () => tracesPage(requests, filter, reader));
  });
  router.get(`${tracesPath}/:id`, async (request, response) => {
    const url = receiver && `${receiver}/traces/${encodeURIComponent(String(request.params.id))}`;
    const trace = url ? await readTraces(url, Waterfall) : undefined;
    if (!trace)
      throw new Problem('not-found', {
        en: 'No recent trace has this id. It may be too old, or was not sampled. See /dev/traces.',
        fr: 'Aucune trace récente n’a cet identifiant : trop ancienne, ou non échantillonnée. Voir /dev/traces.',
      });
    send(request, response, trace, () => waterfallPage(trace, readerOf(request)));
  });
  return router;
}

function send(request: Request, response: Response, value: unknown, page: () => Parameters<typeof sendPage>[2]): void {
  if (wantsPage(request)) sendPage(request, response, page(), 'no-store');
  else sendJson(request, response, readerOf(request), value);
}

/** Values that the receiver would reject are left out. */
function filterOf(request: Request): RequestFilter {
  const status = statuses.find((one) => one === queryParameter(request, 'status'));
  const slow = Number(queryParameter(request, 'slow') || 0);
  return {
    status: status ?? '',
    route: queryParameter(request, 'route')?.trim() ?? '',
    slow: slow > 0 && Number.isFinite(slow) ? String(slow) : '',
  };
}
