import { BusinessCalendar } from '@trust/business-calendar/calendar';
import { france } from '@trust/business-calendar/france';
import { JsonSetting, ServiceConfig } from '@trust/service-kit/config';
import { refusePlaintext } from '@trust/service-kit/tls/plaintext';
import { z } from 'zod';

export const Config = ServiceConfig.extend({
  /** JSON object with `timeZone`, `weekend` and `holidays`: when an appeal is in time. France without it. */
  BUSINESS_CALENDAR: JsonSetting.pipe(BusinessCalendar).default(france),
  /** Open cases in which one operator can hold unfinished duties (docs/domain/review-and-duties.md 10). */
  CASES_PER_OPERATOR: z.coerce.number().int().min(1).max(1000).default(10),
}).superRefine(refusePlaintext);
