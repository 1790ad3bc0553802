import { z } from 'zod';
import { CarrierFailure, type MessageSender } from './message-sender.ts';
import { readJson } from './read-json.ts';

export type TwilioSettings = {
  url: string;
  accountSid: string;
  keySid: string;
  keySecret: string;
  /** A number in E.164, or the SID of a messaging service. */
  from: string;
  /** Receives the reports of delivery. */
  statusCallback?: string | undefined;
};

const Created = z.object({ sid: z.string().max(64) });

const Refusal = z.object({ code: z.int() });

// No text can reach this number: invalid, not a mobile, opted out, or not allowed.
const refusedCodes = new Set([21211, 21408, 21610, 21612, 21614, 21635]);

const maxValiditySeconds = 36_000;

/** SMS by Twilio's REST API. */
export function twilioSender(settings: TwilioSettings, now: () => Date): MessageSender {
  const { accountSid, keySid, keySecret, from, statusCallback } = settings;
  const url = new URL(`/2010-04-01/Accounts/${encodeURIComponent(accountSid)}/Messages.json`, settings.url);
  const authorization = `Basic ${Buffer.from(`${keySid}:${keySecret}`).toString('base64')}`;
  return {
    async send({ to, text, expiresAt }, signal) {
      const seconds = expiresAt && Math.ceil((expiresAt.getTime() - now().getTime()) / 1000);
      const form = new URLSearchParams({
        To: to,
        [from.startsWith('MG') ? 'MessagingServiceSid' : 'From']: from,
        Body: text,
        ...(statusCallback && { StatusCallback: statusCallback }),
        // Twilio drops a code that it could only deliver after it expired.
        ...(seconds && { ValidityPeriod: String(Math.min(Math.max(seconds, 1), maxValiditySeconds)) }),
      });
      const response = await fetch(url, {
        method: 'POST',
        headers: { authorization, accept: 'application/json' },
        body: form,
        redirect: 'error',
        signal,
      });
      const body = await readJson(response);
      const created = Created.safeParse(body);
      if (response.ok && created.success) return { providerMessageId: created.data.sid };
      const code = Refusal.safeParse(body).data?.code;
      if (code !== undefined && refusedCodes.has(code)) return { refused: `twilio_${code}` };
      throw new CarrierFailure(code === undefined ? `http_${response.status}` : `twilio_${code}`);
    },
  };
}
