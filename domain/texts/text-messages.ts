import type { TextKind } from '../text-messages/text-messages.ts'

/**
 * Text messages to patients. They name no clinic, plan or kind of visit: anyone with the phone can read them
 * (docs/domain-rules.md rule 31).
 */
export const textMessageTexts = {
  kinds: {
    patient_message: (link: string) =>
      `You have a new message from your clinic. Sign in: ${link} Reply STOP to end texts.`,
    patient_update: (link: string) =>
      `You have news from your clinic. Sign in: ${link} Reply STOP to end texts.`,
    patient_reminder: (link: string) =>
      `You have a reminder from your clinic. Sign in: ${link} Reply STOP to end texts.`,
  } satisfies Record<TextKind, (link: string) => string>,

  /** only the time */
  visitReminder: (when: string, link: string) =>
    `Reminder from your clinic: ${when}. Sign in: ${link} Reply STOP to end texts.`,

  /** replies to incoming texts */
  help: (link: string) =>
    `Your clinic sends you messages about your care here. To write to your clinic, sign in: ${link} Reply STOP to end texts, START to get them again. Message and data rates may apply.`,
  stopped: 'You no longer get texts from your clinic. Reply START to get them again.',
  started: 'You get texts from your clinic again. Reply STOP to end them.',

  /** stored in the consent ledger */
  wordings: {
    version: 'sms-2026-11',
    stopped: (word: string) => `Text message: ${word}`,
    started: (word: string) => `Text message: ${word}`,
  },
}
