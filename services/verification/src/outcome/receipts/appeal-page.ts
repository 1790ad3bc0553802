import type { Text } from '@trust/contracts/values/text';
import { meaningsOf } from '@trust/contracts/values/value-list';
import { html } from '@trust/html/html';
import type { z } from 'zod';
import { dateTime, list, page, type Reader, terms } from './page.ts';
import { type AppealReceipt, DocumentsReadBy } from './schema.ts';

type Receipt = z.output<typeof AppealReceipt>;

const texts = {
  title: { en: 'Appeal against a decision', fr: 'Recours contre une décision' },
  state: { en: 'Status', fr: 'État' },
  submittedAt: { en: 'Submitted on', fr: 'Formé le' },
  decidedAt: { en: 'Decided on', fr: 'Décidé le' },
  policy: { en: 'Rules applied', fr: 'Règles appliquées' },
  appeal: { en: 'Appeal', fr: 'Recours' },
  decision: { en: 'Appealed decision', fr: 'Décision contestée' },
  newDecision: { en: 'New decision', fr: 'Nouvelle décision' },
  grounds: { en: 'Grounds', fr: 'Moyens' },
  statement: { en: 'Statement', fr: 'Exposé' },
  erased: {
    en: 'Erased with the account of the person who wrote it.',
    fr: 'Effacé avec le compte de la personne qui l’a rédigé.',
  },
  evidence: { en: 'New evidence', fr: 'Nouvelles pièces' },
  awaited: { en: 'not received', fr: 'non reçue' },
  reading: { en: 'Documents', fr: 'Pièces' },
  reasons: { en: 'Reasons', fr: 'Motifs' },
  next: { en: 'What follows', fr: 'Suite' },
} satisfies Record<string, Text>;

const stateTexts: Record<Receipt['state'], Text> = {
  submitted: { en: 'Received', fr: 'Reçu' },
  in_review: { en: 'Being examined', fr: 'En cours d’examen' },
  upheld: { en: 'Dismissed: the decision is confirmed', fr: 'Rejeté\u00a0: la décision est confirmée' },
  overturned: { en: 'Successful', fr: 'Accueilli' },
  partly_overturned: { en: 'Partly successful', fr: 'Accueilli en partie' },
  inadmissible: { en: 'Inadmissible', fr: 'Irrecevable' },
  withdrawn: { en: 'Withdrawn', fr: 'Retiré' },
};

export function appealPage(receipt: Receipt, reader: Reader): string {
  const { language } = reader;
  const say = (key: keyof typeof texts) => texts[key][language];
  const evidence = receipt.newEvidence.map(
    ({ label, evidenceKind }) => `${label[language] ?? ''} (${evidenceKind ?? say('awaited')})`,
  );
  return page(
    say('title'),
    reader,
    html`${terms([
      [say('state'), stateTexts[receipt.state][language]],
      [say('submittedAt'), dateTime(receipt.submittedAt, reader)],
      [say('decidedAt'), receipt.decidedAt ? dateTime(receipt.decidedAt, reader) : undefined],
      [say('policy'), receipt.policyVersion ?? undefined],
      [
        say('reading'),
        receipt.documentsReadBy ? meaningsOf(DocumentsReadBy)[receipt.documentsReadBy][language] : undefined,
      ],
      [say('appeal'), receipt.appealId],
      [say('decision'), receipt.decisionId],
      [say('newDecision'), receipt.newDecisionId ?? undefined],
    ])}
<h2>${say('grounds')}</h2>
${list(receipt.grounds.map(({ text }) => text))}
<h2>${say('statement')}</h2>
<p>${receipt.statement ?? say('erased')}</p>
${evidence.length > 0 && html`<h2>${say('evidence')}</h2>\n${list(evidence)}`}
${receipt.reasons.length > 0 && html`<h2>${say('reasons')}</h2>\n${list(receipt.reasons.map(({ text }) => text))}`}
<h2>${say('next')}</h2>
<p>${receipt.instructions}</p>`,
  );
}
