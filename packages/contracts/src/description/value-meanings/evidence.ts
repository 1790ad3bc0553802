import type { Vocabulary } from './vocabulary.ts';

const mediaType: Vocabulary = {
  'application/pdf': 'PDF.',
  'image/jpeg': 'JPEG.',
  'image/png': 'PNG.',
  'image/heic': 'HEIC.',
};
const intentState: Vocabulary = {
  open: 'Created; nothing has arrived yet.',
  uploading: 'Parts are arriving.',
  submitted: 'Confirmed as an evidence version. Final.',
  retryable: 'Interrupted or expired; can be retried.',
  cancelled: 'Cancelled. Final.',
  expired: 'Not retried within 30 days. Final.',
};
const processing: Vocabulary = {
  pending_scan: 'Waits for its scan.',
  available: 'Scanned, and ready for review.',
  quarantined: 'Malware was found.',
  refused: 'The case could no longer take it, or the document cannot be accepted.',
  unscannable: 'It could not be scanned yet.',
  withdrawn: 'Withdrawn by the provider.',
  lost: 'The stored bytes are gone. Upload it again.',
  redacted: 'Erased together with the data of its provider.',
};
const sessionState: Vocabulary = {
  requested: 'Takes parts until it expires.',
  confirmed: 'Confirmed as an evidence version.',
  cancelled: 'Cancelled.',
  expired: 'Not confirmed in time.',
  rejected: 'What arrived does not match what was announced.',
};
const caseRefusal: Vocabulary = {
  case_moved_on: 'The case no longer awaits evidence.',
  case_ended: 'The case has ended.',
  not_asked: 'The case does not ask for this requirement.',
  conflict_of_interest: 'The person who uploaded it has worked on the case as an operator.',
};
const documentRefusal: Vocabulary = {
  damaged: 'The file cannot be read to its end.',
  encrypted: 'The file is protected by a password or against changes.',
  active_content: 'The file holds a script, an attachment or a command.',
  two_formats: 'The file is a file of another kind as well.',
  too_many_pixels: 'The picture has more than 40 megapixels.',
  too_complex: 'The file takes too much work to open.',
};
const duty: Vocabulary = {
  review: 'To check and recommend.',
  decide: 'To decide.',
  appeal: 'To review an appeal.',
};

/** Uploads, evidence and its processing. */
export const evidenceValues: Record<string, Vocabulary> = {
  duty,
  mediaType,
  mediaTypes: mediaType,
  'UploadIntent.state': intentState,
  'UploadIntentSummary.state': intentState,
  'evidence.upload-intent.changed.v1.state': intentState,
  processing,
  'OperatorCase.evidence.state': processing,
  'evidence.state': processing,
  'session.state': sessionState,
  'UploadSession.state': sessionState,
  'UploadPart.method': { PUT: 'HTTP PUT.' },
  'EvidenceRefusal.code': { ...documentRefusal, ...caseRefusal, lost: 'The stored bytes are gone.' },
  refusal: documentRefusal,
  'verification.evidence.refused.v1.reason': caseRefusal,
  'evidence.version.rejected.v1.reason': {
    malware: 'Malware was found.',
    unscannable: 'The document cannot be accepted; `refusal` says why.',
  },
  'renewal.status': {
    current: 'Not due yet.',
    due: 'Due within 60 days.',
    overdue: 'Past its last day.',
  },
  rendition: { original: 'The bytes as uploaded.', preview: 'A picture or PDF that every browser can show.' },
};
