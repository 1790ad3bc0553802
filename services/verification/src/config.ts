import { BusinessCalendar } from '@trust/business-calendar/calendar';
import { france } from '@trust/business-calendar/france';
import { JsonSetting, ServiceConfig } from '@trust/service-kit/config';

export const Config = ServiceConfig.extend({
  /** JSON object with `timeZone`, `weekend` and `holidays`: when an appeal is in time. France without it. */
  BUSINESS_CALENDAR: JsonSetting.pipe(BusinessCalendar).default(france),
});
