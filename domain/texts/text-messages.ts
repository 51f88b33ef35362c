import type { TextKind } from '../text-messages/text-messages.ts'

/**
 * Text messages to patients. They name neither clinic nor plan nor the kind of a visit: whoever holds the phone reads them
 * (docs/domain-rules.md rule 31).
 */
export const textMessageTexts = {
  kinds: {
    patient_message: (link: string) =>
      `You have a new message from your clinic. Sign in: ${link} Reply STOP to end texts.`,
    patient_update: (link: string) =>
      `There is news from your clinic. Sign in: ${link} Reply STOP to end texts.`,
    patient_reminder: (link: string) =>
      `You have a reminder from your clinic. Sign in: ${link} Reply STOP to end texts.`,
  } satisfies Record<TextKind, (link: string) => string>,

  /** The time alone: neither the clinic nor what the visit is for. */
  visitReminder: (when: string, link: string) =>
    `Reminder from your clinic: ${when}. Sign in: ${link} Reply STOP to end texts.`,

  /** Answers to what somebody texts to the number. */
  help: (link: string) =>
    `Your clinic sends you notes about your care here. To write to it, sign in: ${link} Reply STOP to end texts, START to get them again. Message and data rates may apply.`,
  stopped: 'You get no more texts from your clinic. Reply START to get them again.',
  started: 'You get texts from your clinic again. Reply STOP to end them.',

  /** Stands in the ledger of consents. */
  wordings: {
    version: 'sms-2026-11',
    stopped: (word: string) => `Text message: ${word}`,
    started: (word: string) => `Text message: ${word}`,
  },
}
