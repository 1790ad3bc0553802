import { Router } from 'express';
import type { PublicApi } from '../../api/public-api.ts';
import { readForPage } from '../../api/read-for-page.ts';
import { readerOf } from '../../page/layout.ts';
import { sendPage } from '../../page/send.ts';
import { CategoriesOfPage, ListingsOfPage, PlacesOfPage, searchPage } from './search-page.ts';
import { formValuesOf, searchParametersOf } from './search-query.ts';

export function searchPages(api: PublicApi): Router {
  const router = Router();
  router.get('/search', async (request, response) => {
    const reader = readerOf(request);
    const values = formValuesOf(request.originalUrl);
    const read = readForPage(api, request, reader.language);
    const [categories, places] = await Promise.all([
      read('/public/categories?limit=100', CategoriesOfPage),
      values.place
        ? read(`/location/places/suggest?${new URLSearchParams({ q: values.place })}`, PlacesOfPage)
        : undefined,
    ]);
    const place = places?.items.find(({ id }) => id === values.placeId) ?? places?.items[0];
    const placeId = place?.id ?? values.placeId;
    const isUnknown = values.place !== undefined && placeId === undefined;
    const listings =
      values.category && !isUnknown
        ? await read(`/public/providers/search?${searchParametersOf(values, placeId, new Date())}`, ListingsOfPage)
        : undefined;
    sendPage(request, response, searchPage(categories.items, values, { listings, places, place }, reader));
  });
  return router;
}
