import type { Vocabulary } from './vocabulary.ts';

const mediaType: Vocabulary = {
  'application/pdf': 'PDF.',
  'image/jpeg': 'JPEG.',
  'image/png': 'PNG.',
  'image/heic': 'HEIC.',
  'image/webp': 'WebP.',
};
export const intentState: Vocabulary = {
  open: 'Created; nothing has arrived yet.',
  uploading: 'Parts are arriving.',
  submitted: 'Confirmed as an evidence version. Final.',
  retryable: 'Interrupted or expired; can be retried.',
  cancelled: 'Cancelled. Final.',
  expired: 'Not retried within 30 days. Final.',
};
export const versionState: Vocabulary = {
  pending_scan: 'The malware scan has not ended.',
  available: 'The version can be reviewed.',
  rejected: 'Malware, or a fault of the document. It can never be reviewed.',
  refused: 'Its case no longer accepted it.',
  withdrawn: 'The provider withdrew it.',
  lost: 'The object store lost the bytes.',
};
const processing: Vocabulary = {
  pending_scan: 'Waiting for its malware scan.',
  available: 'Scanned and ready for review.',
  quarantined: 'Malware was found.',
  refused: 'Refused by the case, or the document cannot be accepted.',
  unscannable: 'Could not be scanned yet.',
  withdrawn: 'Withdrawn by the provider.',
  lost: 'Lost from storage. Upload it again.',
  redacted: 'Erased together with the data of its provider.',
};
const sessionState: Vocabulary = {
  requested: 'Accepts parts until it expires.',
  confirmed: 'Confirmed as an evidence version.',
  cancelled: 'Cancelled.',
  expired: 'Not confirmed in time.',
  rejected: 'The bytes do not match the declaration.',
};
const caseRefusal: Vocabulary = {
  case_moved_on: 'The case no longer awaits evidence.',
  not_awaited: 'The correction concerns other documents.',
  marked_final: 'The requirement cannot be corrected.',
  case_ended: 'The case has ended.',
  not_asked: 'The case has no such requirement.',
  conflict_of_interest: 'The uploader has worked on the case as an operator.',
};
export const documentRefusal: Vocabulary = {
  damaged: 'The file is damaged.',
  encrypted: 'The file is encrypted or protected.',
  active_content: 'The file contains a script, an attachment or a launch action.',
  two_formats: 'The file is also valid in another format.',
  too_many_pixels: 'The image exceeds 40 megapixels.',
  too_complex: 'The file is too complex to process.',
};
const duty: Vocabulary = {
  review: 'Check the evidence and recommend an outcome.',
  decide: 'Decide the case.',
  appeal: 'Review an appeal.',
};

export const evidenceValues: Record<string, Vocabulary> = {
  duty,
  mediaType,
  mediaTypes: mediaType,
  'UploadIntent.state': intentState,
  'FieldPhotoUpload.state': intentState,
  'MediaUpload.state': intentState,
  'UploadIntentSummary.state': intentState,
  'upload-intent.state': intentState,
  'version.state': versionState,
  processing,
  review: {
    unreviewed: 'Not judged yet.',
    accepted: 'A decision accepted it.',
    correction_requested: 'An operator asked for another document in its place.',
    rejected: 'A decision or a final reason rejected it.',
  },
  'OperatorCase.evidence.state': processing,
  'evidence.state': processing,
  'session.state': sessionState,
  'UploadSession.state': sessionState,
  'UploadPart.method': { PUT: 'HTTP PUT.' },
  'EvidenceRefusal.code': {
    ...documentRefusal,
    ...caseRefusal,
    lost: 'Lost from storage.',
    malware: 'Malware was found.',
  },
  refusal: documentRefusal,
  'verification.evidence.refused.v1.reason': caseRefusal,
  'VerificationTimelineEntry.reason': caseRefusal,
  'evidence.version.rejected.v1.reason': {
    malware: 'Malware was found.',
    unscannable: 'The document cannot be accepted; `refusal` says why.',
  },
  'renewal.status': {
    current: 'Not due yet.',
    due: 'Due within 60 days.',
    overdue: 'Expired.',
  },
  rendition: { original: 'The uploaded bytes.', preview: 'An image or PDF that every browser can show.' },
};
