/** One thread per patient and clinic (docs/decisions/0045). */

import * as z from 'zod/mini'
import { messageTexts } from '../texts/messages.ts'
import { optionalDate } from '../values/calendar-date.ts'
import { seenVersion } from '../versions.ts'

export const longestMessage = 4000
export const mostAttachments = 10

export type Side = 'patient' | 'clinic'

/** Requires a text, files, or both. */
export const sendMessageInput = z
  .object({
    /** The patient's record; patients may omit it, as they have one thread. */
    patientId: z.optional(z.uuid()),
    body: z.string().check(z.trim(), z.maxLength(longestMessage, messageTexts.composer.tooLong)),
    /** Uploaded by the author as `message_attachment`, about this patient. */
    fileIds: z._default(
      z.array(z.uuid()).check(z.maxLength(mostAttachments, messageTexts.composer.tooManyFiles)),
      [],
    ),
    /** Idempotency key of one message. */
    attempt: z.uuid(),
  })
  .check(
    z.refine(({ body, fileIds }) => body.length > 0 || fileIds.length > 0, {
      error: messageTexts.composer.empty,
      path: ['body'],
    }),
  )

export interface SentMessage {
  messageId: string
  number: number
  /** ISO instant. */
  sentAt: string
}

/** Marks everything up to this message as read. */
export const readMessagesInput = z.object({
  patientId: z.optional(z.uuid()),
  upTo: z.number().check(z.int(), z.minimum(0)),
})

/** Null: no assignee. */
export const assignThreadInput = z.object({ patientId: z.uuid(), assigneeId: z.nullable(z.uuid()) })

export const closeThreadInput = z.object({ patientId: z.uuid(), isClosed: z.boolean() })

/** Open threads with unread messages, and how many are assigned to the caller. */
export interface MessageCounts {
  unread: number
  mine: number
}

export const replyTimes = ['same_day', 'one_day', 'two_days', 'three_days', 'one_week'] as const
export type ReplyTime = (typeof replyTimes)[number]

const settings = messageTexts.settings
const optionalDay = optionalDate(settings.dayInvalid)

/** Empty texts: no promise, no away text, no first or last day. */
export const messageSettingsInput = z
  .object({
    version: seenVersion,
    replyWithin: z.union([z.literal(''), z.enum(replyTimes)]),
    awayText: z.string().check(z.trim(), z.maxLength(500, settings.awayTooLong)),
    /** YYYY-MM-DD in the clinic's zone. */
    awayFrom: optionalDay,
    awayUntil: optionalDay,
  })
  .check(
    z.refine(({ awayFrom, awayUntil }) => !awayFrom || !awayUntil || awayFrom <= awayUntil, {
      error: settings.untilBeforeFrom,
      path: ['awayUntil'],
    }),
    z.refine(({ awayText, awayFrom, awayUntil }) => awayText !== '' || (!awayFrom && !awayUntil), {
      error: settings.awayMissing,
      path: ['awayText'],
    }),
  )
export type MessageSettingsForm = z.infer<typeof messageSettingsInput>

/** Stored settings. Days are YYYY-MM-DD. */
export interface MessageSettings {
  replyWithin: ReplyTime | null
  awayText: string | null
  awayFrom: string | null
  awayUntil: string | null
}

/** @param today the clinic's date, YYYY-MM-DD */
export function awayTextOn(
  { awayText, awayFrom, awayUntil }: Omit<MessageSettings, 'replyWithin'>,
  today: string,
): string | null {
  if (!awayText) return null
  if (awayFrom && today < awayFrom) return null
  return awayUntil && today > awayUntil ? null : awayText
}

export const inboxViews = ['open', 'mine', 'unassigned', 'closed'] as const
export type InboxView = (typeof inboxViews)[number]
