import { messageTemplates } from '@trust/contracts/events/identity';
import { representativeRoles } from '@trust/contracts/permissions';
import { languages } from '@trust/contracts/values/text';
import { expect, test } from 'vitest';
import { codeText } from './code-text.ts';
import { invitationText } from './invitation-text.ts';
import { textOf } from './text.ts';

// GSM 03.38 characters of one septet; others take two or shorten the segment to 70 characters.
const gsm7 = /^[@£$¥èéùìòÇ\nØø\rÅåΔ_ΦΓΛΩΠΨΣΘΞÆæßÉ !"#¤%&'()*+,\-./0-9:;<=>?¡A-ZÄÖÑÜ§¿a-zäöñüà]*$/;

test.each(['en', 'fr'] as const)(
  'an SMS with a code is one segment in %s, for a host name of any length',
  (language) => {
    for (let length = 1; length <= 253; length++) {
      const template = length % 2 ? 'one_time_code' : 'contact_point_code';
      const text = codeText('sms', language, { code: '012345', host: 'x'.repeat(length), template });
      expect(text).toMatch(gsm7);
      expect(text.length).toBeLessThanOrEqual(160);
    }
    const host = 'portal.provider-trust.of-some-country.example';
    expect(codeText('sms', language, { code: '012345', host }).split('\n').at(-1)).toBe(`@${host} #012345`);
  },
);

test.each(messageTemplates)('an SMS of %s is one segment in every language', (template) => {
  for (const language of languages) {
    expect(textOf(template, language)).toMatch(gsm7);
    expect(textOf(template, language).length).toBeLessThanOrEqual(160);
  }
});

test.each(representativeRoles)(
  'an invitation as %s names the role, and a provider only by an accepted name',
  (role) => {
    for (const language of languages) {
      const text = invitationText(language, { role, providerName: null });
      expect(text).toMatch(gsm7);
      expect(text.length).toBeLessThanOrEqual(160);
      expect(text).toMatch(
        language === 'en' ? new RegExp(`^A provider invites you as ${role}[.]`) : /^Un prestataire vous/,
      );
      expect(invitationText(language, { role, providerName: 'Volta $& {role}' })).toContain('Volta $& {role} ');
    }
  },
);
