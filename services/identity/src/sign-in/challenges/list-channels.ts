import { Page, PageQuery } from '@trust/contracts/page';
import { pageOfAll } from '@trust/service-kit/http/cursor';
import { route } from '../../app.ts';
import { SignInChannel } from './schema.ts';

export const listChannels = route(
  {
    method: 'get',
    path: '/auth/channels',
    summary: 'List sign-in channels',
    description: 'Email reaches any address. SMS reaches mobile numbers of the listed countries.',
    access: 'public',
    alwaysOpen: true,
    cache: 'public',
    query: PageQuery,
    responds: { status: 200, body: Page(SignInChannel).meta({ id: 'SignInChannelPage' }) },
  },
  async (input, { smsCountries, cursors }) => {
    const channels = [
      { channel: 'email' as const, countries: null },
      ...(smsCountries.length > 0 ? [{ channel: 'sms' as const, countries: [...smsCountries].sort() }] : []),
    ];
    return pageOfAll(input, cursors, channels, ({ channel }) => channel);
  },
);
