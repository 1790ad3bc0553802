import { createTransport } from 'nodemailer';
import { emailOf } from './email.ts';
import { CarrierFailure, type MessageSender } from './message-sender.ts';

export type SmtpSettings = {
  /** smtp:// or smtps://, with user and password. */
  url: string;
  from: string;
  /** Refuses servers that do not offer TLS. */
  requireTls: boolean;
};

const timeoutMs = 15_000;

/** E-mail over SMTP. Its `Message-ID` is that of the delivery, so that a repeated one is recognised. */
export function smtpSender({ url, from, requireTls }: SmtpSettings): MessageSender & Disposable {
  const transport = createTransport({
    url,
    requireTLS: requireTls,
    connectionTimeout: timeoutMs,
    greetingTimeout: timeoutMs,
    socketTimeout: timeoutMs,
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  const domain = from.slice(from.lastIndexOf('@') + 1).replace(/[^\w.-]/g, '');
  return {
    async send(message, signal) {
      const aborted = Promise.withResolvers<never>();
      const abort = () => aborted.reject(signal.reason);
      signal.addEventListener('abort', abort, { once: true });
      try {
        await Promise.race([
          transport.sendMail({
            from,
            to: { name: '', address: message.to },
            messageId: `<${message.id}@${domain}>`,
            headers: { 'Auto-Submitted': 'auto-generated' },
            ...emailOf(message),
          }),
          aborted.promise,
        ]);
        return { providerMessageId: `${message.id}@${domain}` };
      } catch (error) {
        return refusalOf(error);
      } finally {
        signal.removeEventListener('abort', abort);
      }
    },
    [Symbol.dispose]: () => transport.close(),
  };
}

/** The text of an error can contain the address: only its code leaves this file (promise P3). */
function refusalOf(error: unknown): { refused: string } {
  const { responseCode, code, name } = error as { responseCode?: number; code?: string; name?: string };
  // The address has no mailbox, or no server accepts it (RFC 5321 §4.2.2).
  if (code === 'EENVELOPE' && responseCode && responseCode >= 500) return { refused: `smtp_${responseCode}` };
  if (name === 'TimeoutError') throw error;
  throw new CarrierFailure(responseCode ? `smtp_${responseCode}` : `smtp_${(code ?? 'error').toLowerCase()}`);
}
