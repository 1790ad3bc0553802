import { CatalogKey, EnquiryId } from '@trust/contracts/fields';
import { Page } from '@trust/contracts/page';
import { z } from 'zod';

/** No name, contact or text of the customer (docs/domain/enquiry.md 21). */
export const CustomerBlock = z
  .object({
    enquiryId: EnquiryId.describe('Identifier of the enquiry by which the customer was blocked.'),
    categoryKey: CatalogKey,
    blockedAt: z.iso.datetime().describe('When the customer was blocked.'),
  })
  .meta({ id: 'CustomerBlock' });
export const CustomerBlockPage = Page(CustomerBlock).meta({ id: 'CustomerBlockPage' });
