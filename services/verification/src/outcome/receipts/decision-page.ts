import type { Language, Text } from '@trust/contracts/values/text';
import { meaningsOf } from '@trust/contracts/values/value-list';
import { html } from '@trust/html/html';
import type { z } from 'zod';
import { dateTime, list, page, type Reader, terms } from './page.ts';
import { type DecisionReceipt, DocumentsReadBy } from './schema.ts';

type Receipt = z.output<typeof DecisionReceipt>;

const texts = {
  title: { en: 'Decision on a verification', fr: 'Décision de vérification' },
  outcome: { en: 'Outcome', fr: 'Résultat' },
  status: { en: 'Status', fr: 'État' },
  decidedAt: { en: 'Decided on', fr: 'Décision du' },
  category: { en: 'Service', fr: 'Service' },
  policy: { en: 'Rules applied', fr: 'Règles appliquées' },
  decision: { en: 'Decision', fr: 'Décision' },
  case: { en: 'Case', fr: 'Dossier' },
  reading: { en: 'Documents', fr: 'Pièces' },
  reasons: { en: 'Reasons', fr: 'Motifs' },
  claims: { en: 'Result for each requirement', fr: 'Résultat pour chaque exigence' },
  result: { en: 'Result', fr: 'Résultat' },
  considered: { en: 'Considered', fr: 'Pièce examinée' },
  method: { en: 'Method', fr: 'Méthode' },
  validUntil: { en: 'Valid until', fr: 'Valable jusqu’au' },
  limitations: { en: 'Limitations', fr: 'Limites' },
  appeal: { en: 'Appeal', fr: 'Recours' },
  until: { en: 'Before', fr: 'Avant le' },
} satisfies Record<string, Text>;

export const outcomeTexts: Record<Receipt['outcome'], Text> = {
  verified: { en: 'Verified', fr: 'Vérifié' },
  verified_with_limitations: { en: 'Verified with limitations', fr: 'Vérifié avec des limites' },
  not_verified: { en: 'Not verified', fr: 'Non vérifié' },
  inconclusive: { en: 'Inconclusive', fr: 'Non concluant' },
};
const statusTexts: Record<Receipt['status'], Text> = {
  in_force: { en: 'In force', fr: 'En vigueur' },
  under_appeal: { en: 'Under appeal', fr: 'Objet d’un recours' },
  set_aside: { en: 'Set aside after an appeal', fr: 'Annulée après un recours' },
  superseded: { en: 'Replaced by a later decision', fr: 'Remplacée par une décision ultérieure' },
};
const resultTexts: Record<Receipt['claims'][number]['result'], Text> = {
  granted: { en: 'Granted', fr: 'Accordée' },
  refused: { en: 'Not granted', fr: 'Non accordée' },
};
const methodTexts: Record<Receipt['claims'][number]['method'], Text> = {
  document_review: { en: 'Review of the document', fr: 'Examen du document' },
  register_check: { en: 'Check of an official register', fr: 'Consultation d’un registre officiel' },
  field_visit: { en: 'Visit on site', fr: 'Visite sur place' },
};

export function decisionPage(receipt: Receipt, reader: Reader): string {
  const { language } = reader;
  const say = (key: keyof typeof texts) => texts[key][language];
  // A reason of a refused claim stands beside it.
  const general = receipt.reasons.filter(
    ({ code }) => !receipt.claims.some(({ reasons }) => reasons.some((one) => one.code === code)),
  );
  return page(
    say('title'),
    reader,
    html`${terms([
      [say('outcome'), outcomeTexts[receipt.outcome][language]],
      [say('status'), statusTexts[receipt.status][language]],
      [say('decidedAt'), dateTime(receipt.decidedAt, reader)],
      [say('category'), receipt.categoryKey],
      [say('policy'), rules(receipt, language)],
      [say('reading'), meaningsOf(DocumentsReadBy)[receipt.documentsReadBy][language]],
      [say('decision'), receipt.decisionId],
      [say('case'), receipt.caseId],
    ])}
${general.length > 0 && html`<h2>${say('reasons')}</h2>\n${list(general.map(({ text }) => text))}\n`}<h2>${say('claims')}</h2>
${receipt.claims.map(
  (claim) => html`<section>
<h3>${claim.label[language]}</h3>
${terms([
  [say('result'), resultTexts[claim.result][language]],
  [say('reasons'), claim.reasons.length > 0 ? list(claim.reasons.map(({ text }) => text)) : undefined],
  [say('considered'), claim.evidenceKind],
  [say('method'), methodTexts[claim.method][language]],
  [say('validUntil'), claim.validUntil ? dateTime(claim.validUntil, reader) : undefined],
  [
    say('limitations'),
    claim.limitations.length > 0 ? list(claim.limitations.map((text) => text[language] ?? '')) : undefined,
  ],
])}
</section>
`,
)}<h2>${say('appeal')}</h2>
<p>${receipt.appeal.instructions}</p>
${receipt.appeal.isPossible && receipt.appeal.endsAt ? terms([[say('until'), dateTime(receipt.appeal.endsAt, reader)]]) : false}`,
  );
}

function rules({ policyVersion, requirementVersion }: Receipt, language: Language): string {
  const requirements: Text = {
    en: `requirements, version ${requirementVersion}`,
    fr: `exigences, version ${requirementVersion}`,
  };
  return `${policyVersion}, ${requirements[language]}`;
}
