import * as z from 'zod/mini'
import { broadcastTexts } from '../texts/broadcasts.ts'
import { healthWordIn, longestBody, longestSubject, longestText } from './inputs.ts'
import { audiences, type Channel, channels, type Purpose, purposes, type Reason } from './kinds.ts'

const { problems } = broadcastTexts

const shape = {
  channel: z.enum(channels),
  purpose: z.enum(purposes),
  audience: z.enum(audiences),
  /** Of the plan or provider, or the key of the kind of visit; empty for all members. */
  of: z.string().check(z.maxLength(60)),
  /** Of an email; empty otherwise. */
  subject: z.string().check(z.trim(), z.maxLength(longestSubject, problems.subjectLong)),
  body: z
    .string()
    .check(z.trim(), z.minLength(1, problems.bodyMissing), z.maxLength(longestBody, problems.bodyLong)),
}

type Written = { channel: Channel; audience: string; of: string; subject: string; body: string }

const checks = [
  z.refine<Written>(({ audience, of }) => (audience === 'members') === (of === ''), {
    error: problems.ofMissing,
    path: ['of'],
  }),
  z.refine<Written>(({ channel, subject }) => (channel === 'mail') === (subject !== ''), {
    error: problems.subjectMissing,
    path: ['subject'],
  }),
  z.refine<Written>(({ subject }) => !/[\r\n]/.test(subject), {
    error: problems.subjectLine,
    path: ['subject'],
  }),
  z.refine<Written>(({ subject }) => healthWordIn(subject) === null, {
    error: ({ input }) => problems.healthWord(healthWordIn((input as Written).subject) ?? ''),
    path: ['subject'],
  }),
  z.refine<Written>(({ channel, body }) => channel !== 'text' || body.length <= longestText, {
    error: problems.textLong,
    path: ['body'],
  }),
  z.refine<Written>(({ channel, body }) => channel !== 'text' || healthWordIn(body) === null, {
    error: ({ input }) => problems.healthWord(healthWordIn((input as Written).body) ?? ''),
    path: ['body'],
  }),
] as const

export const previewBroadcastInput = z.object(shape).check(...checks)
export type BroadcastDraft = z.infer<typeof previewBroadcastInput>

export const sendBroadcastInput = z
  .object({
    ...shape,
    /** Of recipients, as the preview showed it. */
    count: z.number().check(z.int(), z.minimum(1, problems.noOne)),
    /** Idempotency key of one form. */
    attempt: z.uuid(),
  })
  .check(...checks)

export const stopBroadcastInput = z.object({ broadcastId: z.uuid() })

export interface RecipientFacts {
  patientId: string
  /** An account in the clinic, or a guardian with full access. */
  hasReader: boolean
  /** Proven, of the account. */
  email: string | null
  /** A mail to it came back, because it does not exist. */
  isEmailGone: boolean
  phone: string | null
  isPhoneStopped: boolean
  wantsEmail: boolean
  wantsTexts: boolean
  wantsMarketing: boolean
}

/** Why this patient gets nothing; null: gets it. */
export function reasonOf(
  facts: Omit<RecipientFacts, 'patientId'>,
  { channel, purpose }: { channel: Channel; purpose: Purpose },
): Reason | null {
  if (channel === 'portal' && !facts.hasReader) return 'no_reader'
  if (channel === 'mail' && !facts.email) return 'no_address'
  if (channel === 'mail' && facts.isEmailGone) return 'address_gone'
  if (channel === 'text' && !facts.phone) return 'no_number'
  if (channel === 'text' && facts.isPhoneStopped) return 'stopped'
  if (purpose === 'marketing' && !facts.wantsMarketing) return 'no_consent'
  if (channel === 'mail' && !facts.wantsEmail) return 'no_consent'
  return channel === 'text' && !facts.wantsTexts ? 'no_consent' : null
}

/** Each patient's reason, by id. A number gets one text message. */
export function reasonsOf(
  all: readonly RecipientFacts[],
  how: { channel: Channel; purpose: Purpose },
): Map<string, Reason | null> {
  const numbers = new Set<string>()
  return new Map(
    all.map((facts) => {
      const reason = reasonOf(facts, how)
      if (reason !== null || how.channel !== 'text' || !facts.phone) return [facts.patientId, reason]
      if (numbers.has(facts.phone)) return [facts.patientId, 'same_number']
      numbers.add(facts.phone)
      return [facts.patientId, null]
    }),
  )
}

export interface BroadcastPreview {
  count: number
  withheld: Partial<Record<Reason, number>>
  /** The words for up to three recipients. */
  samples: { name: string; subject: string; body: string }[]
  /** Parts of all text messages; null unless by text. */
  parts: number | null
}

export interface BroadcastRow {
  id: string
  channel: Channel
  purpose: Purpose
  /** The audience by name. */
  to: string
  subject: string
  body: string
  author: string
  status: 'sending' | 'stopped' | 'sent'
  /** ISO instant. */
  createdAt: string
  /** Recipients by state; `sent` includes `bounced`, which includes `gone`, and `complaints`. */
  waiting: number
  sent: number
  bounced: number
  /** The address does not exist. */
  gone: number
  complaints: number
  unsubscribed: number
  left: number
  withheld: Partial<Record<Reason, number>>
}

export interface Broadcasts {
  /** The newest 30. */
  broadcasts: BroadcastRow[]
  plans: Choice[]
  visits: Choice[]
  providers: Choice[]
  sendsTexts: boolean
}

export interface Choice {
  key: string
  name: string
}
