import type { NameRefusal } from '@trust/contracts/reasons/moderation-reasons';
import type { z } from 'zod';
import type { ProviderRow } from '../../provider-record/provider-row.ts';
import { nameStateOf, summaryStateOf, websiteStateOf } from '../display-names/name-state.ts';
import type { Provider } from './schema.ts';

export function providerBody(row: ProviderRow): z.input<typeof Provider> {
  return {
    id: row.id,
    publicProviderId: row.public_provider_id,
    displayName: row.display_name,
    displayNameStatus: nameStateOf(row),
    displayNameRefusal: row.name_refusal as NameRefusal | null,
    publicName: row.public_name,
    kind: row.kind,
    operatingModel: row.operating_model,
    summary: row.summary,
    summaryStatus: summaryStateOf(row),
    publicSummary: row.public_summary,
    website: row.website,
    websiteStatus: websiteStateOf(row),
    publicWebsite: row.public_website,
    languages: row.languages,
    state: row.state,
    publication: row.publication,
    revision: row.revision,
  };
}
